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

# Everything the guide tells to run, in a copy of what it writes to: what it says to print anew is printed first.
file(COPY ${CMAKE_SOURCE_DIR}/tests/golden DESTINATION ${first}/tests)
file(READ ${CMAKE_SOURCE_DIR}/docs/games.md page)
file(READ ${first}/docs/games.md added_page)
file(WRITE ${first}/docs/games.md "${page}${added_page}")
string(REGEX REPLACE "^GAME\\(([a-z_]+)\\).*" "\\1" game "${added}")
set(told games/test_games.c games/test_options.c games/test_golden.c view/test_games_page.c adapters/test_irc_moves.c
  adapters/discord/test_panel.c adapters/discord/test_discord_games.c adapters/discord/test_discord_secrets.c)
list(TRANSFORM told PREPEND ${CMAKE_SOURCE_DIR}/tests/)
add_library(first_game OBJECT ${first_sources})
target_include_directories(first_game BEFORE PRIVATE ${first}/core/games)
tt_use(first_game ${every_layer})
foreach(source ${told} ${first_tests})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE test_ first_game_ name ${name})
  add_executable(${name} ${source} $<TARGET_OBJECTS:first_game>)
  target_include_directories(${name} BEFORE PRIVATE ${first}/core/games)
  tt_use(${name} ${every_layer})
  target_link_libraries(${name} PRIVATE tt_support)
  if(source IN_LIST told)
    set_property(TARGET ${name} PROPERTY C_CLANG_TIDY) # it has seen these as tests
  endif()
  set(environment "TABLETALK_TRIALS=200;CMOCKA_MESSAGE_OUTPUT=stdout")
  # The suite of test_games.c, and what networks make of a game, over the example alone; the others take no arguments.
  add_test(NAME structure_${name} COMMAND ${name} ${game} WORKING_DIRECTORY ${first}/tests)
  set_tests_properties(structure_${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "${environment}")
  if(name MATCHES "golden|page")
    add_test(NAME structure_${name}_written COMMAND ${name} WORKING_DIRECTORY ${first}/tests)
    set_tests_properties(structure_${name}_written PROPERTIES TIMEOUT 600 FIXTURES_SETUP ${name}
      ENVIRONMENT "${environment};TABLETALK_GOLDEN=write")
    set_tests_properties(structure_${name} PROPERTIES FIXTURES_REQUIRED ${name})
  endif()
endforeach()
