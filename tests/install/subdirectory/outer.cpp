#include "dpcert/scalar/ball.hpp"
#include "src/scalar/ball.hpp"

int main() { return dpcert::Ball(Football{}.panels).approx() == 32 ? 0 : 1; }
