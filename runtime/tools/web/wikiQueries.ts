// What to search an encyclopedia for when all there is is a question. Its search wants every word to be on the page, so the words
// that only make a sentence a question have to go when nothing is found with them.

/** Words of English questions that pages of an encyclopedia need not have. */
const questionWords = new Set(
  (
    'a about according an and any are as at be been between by can could did do does during each exactly find for from ' +
    'give had has have how in into is it its list many me much name of on or please s say says some tell than that the ' +
    'their them there these they this those to using was were what when where which who whom whose why wikipedia will ' +
    'with would you'
  ).split(' '),
);

/** From the most exact to the widest, each once. */
export function wikiQueries(question: string): readonly string[] {
  const whole = question
    .replace(/\s+/g, ' ')
    .replace(/[?!.\s]+$/, '')
    .trim();
  const words = whole.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
  const telling = words.filter(
    (word) => !questionWords.has(word.toLowerCase().replace(/['’]s$/, '')),
  );
  return [...new Set([whole, telling.join(' '), namesIn(words).join(' ')])].filter(
    (query) => query !== '',
  );
}

/** Words that begin with a capital or a digit, apart from the first word when it only begins the sentence. */
function namesIn(words: readonly string[]): string[] {
  return words.filter(
    (word) => /^[\p{Lu}\p{N}]/u.test(word) && !questionWords.has(word.toLowerCase()),
  );
}
