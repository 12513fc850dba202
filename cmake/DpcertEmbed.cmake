# dpcert_embed(OUT_VAR SYMBOL BASE file...): writes an assembler file that holds the files' bytes and a table SYMBOL of
# {path relative to BASE, begin, end}, closed by SYMBOL_end. .incbin makes a rebuild after an edited file a matter of
# milliseconds, where an array of numbers would go through the compiler.
function(dpcert_embed out_var symbol base)
  set(data "")
  set(table "")
  set(index 0)
  foreach(file ${ARGN})
    file(RELATIVE_PATH path ${base} ${file})
    string(APPEND data "n${index}: .asciz \"${path}\"\nb${index}: .incbin \"${file}\"\ne${index}: .byte 0\n")
    string(APPEND table "  .quad n${index}, b${index}, e${index}\n")
    math(EXPR index "${index} + 1")
  endforeach()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.S)
  file(CONFIGURE OUTPUT ${output} CONTENT
"  .section .rodata
${data}
  .section .data.rel.ro,\"aw\"
  .balign 8
  .globl ${symbol}, ${symbol}_end
${symbol}:
${table}${symbol}_end:
  .quad 0
  .section .note.GNU-stack,\"\",%progbits
" @ONLY)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${ARGN}")
  set(${out_var} ${output} PARENT_SCOPE)
endfunction()
