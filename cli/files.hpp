// Files and folders named on the command line: whatever is wrong with one is bad input, in one line.
#pragma once

#include <fstream>
#include <string>

namespace dpcert::cli {

/// Makes a folder with all above it, in which files can be written; to be called before long work, not after it.
void make_folder(const std::string& folder);

/// Opens a file for reading; `expected`, such as "a CSV file", for somebody who names a folder.
std::ifstream open_input(const std::string& file, const std::string& expected);

/// The whole of it.
std::string read_input(const std::string& file, const std::string& expected);

/// Ends every subcommand: all that was printed is written out. Returns the status, or bad_input's if it could not be.
int flush_output(int status);

}  // namespace dpcert::cli
