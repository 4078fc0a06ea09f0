/* What people are told, without its words: in an expected text "<SITS who=bob|seats=2>" stands for
   the sentence SITS of strings.def with these keys, so that a sentence can get other words and no
   test notices. Sentences of one network begin with its name: "<IRC_NICK_LOST>".

   Parts of sentences, where a test wants no more or several sentences begin alike, stand in
   phrases.def: "<JOINED_1 who=bob>".

   A key that is left out may hold anything: then the longest part of the sentence is meant that
   does not need it, without the blanks at its ends. {n|one|many} is one if the value of n is "1" or
   a single person. */
#ifndef IN_WORDS_H
#define IN_WORDS_H

/* The text with all sentences in place. The answer is one of many buffers that are used in turn: it
   lasts for the next 60 calls. An unknown sentence, or a key that it does not have, ends the
   program. */
const char *in_words(const char *text);
/* The same for an extended regular expression: a sentence matches itself; what keys hold is a
 * pattern. */
const char *in_words_as_pattern(const char *text);

#endif
