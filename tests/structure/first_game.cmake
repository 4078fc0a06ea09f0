# The game that CONTRIBUTING.md writes step by step is built as it stands there, beside the others, and runs through the
# generic suite and its own tests. So the example cannot grow stale.
set(first ${CMAKE_CURRENT_BINARY_DIR}/first-game)
set(guide ${CMAKE_SOURCE_DIR}/CONTRIBUTING.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${guide} first_game.awk)
find_program(AWK awk REQUIRED)
file(REMOVE_RECURSE ${first})
execute_process(COMMAND ${AWK} -v to=${first} -f ${CMAKE_CURRENT_SOURCE_DIR}/first_game.awk ${guide}
  COMMAND_ERROR_IS_FATAL ANY)

# What the guide adds to games.def stands behind what is there already; games.c is compiled again with that list.
file(READ ${CMAKE_SOURCE_DIR}/core/games/games.def known)
file(READ ${first}/core/games/games.def added)
file(WRITE ${first}/core/games/games.def "${known}${added}")
configure_file(${CMAKE_SOURCE_DIR}/core/games/games.c ${first}/core/games/games.c COPYONLY)
file(GLOB first_sources ${first}/core/games/*.c ${first}/core/games/*/*.c)
file(GLOB first_tests ${first}/tests/games/test_*.c)
if(NOT first_tests OR NOT added MATCHES "^GAME\\(")
  message(FATAL_ERROR "CONTRIBUTING.md writes no tests/games/test_*.c or no line of games.def; see first_game.cmake")
endif()

foreach(source ${CMAKE_SOURCE_DIR}/tests/games/test_games.c ${first_tests})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE test_ first_game_ name ${name})
  add_executable(${name} ${source} ${first_sources})
  target_include_directories(${name} BEFORE PRIVATE ${first}/core/games)
  tt_use(${name} ${every_layer})
  target_link_libraries(${name} PRIVATE tt_support)
  # The suite of test_games.c over the example alone; its own tests take no arguments.
  string(REGEX REPLACE "^GAME\\(([a-z_]+)\\).*" "\\1" game "${added}")
  add_test(NAME structure_${name} COMMAND ${name} ${game} WORKING_DIRECTORY ${first}/tests)
  set_tests_properties(structure_${name} PROPERTIES TIMEOUT 600
    ENVIRONMENT "TABLETALK_TRIALS=200;CMOCKA_MESSAGE_OUTPUT=stdout")
endforeach()
