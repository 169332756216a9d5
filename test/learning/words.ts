// The words that generated files and questions are made of. All are plain English nouns, short, and none means the same as
// another, so that a question names exactly one column.

/** What the rows of a file are; also the name of the file. */
export const subjects: readonly string[] =
  'parcels boats trees lamps houses books tools rooms trucks plants horses bottles chairs ovens tents maps coins ropes wells mills'.split(
    ' ',
  );

/** Columns of whole numbers. */
export const measures: readonly string[] =
  'weight price height length width depth speed age stock cost volume power score heat visits repairs doors pages seats years'.split(
    ' ',
  );

/** Columns that sort rows into kinds, with the kinds. */
export const kinds: Readonly<Record<string, readonly string[]>> = {
  colour: ['red', 'blue', 'green', 'black', 'white'],
  city: ['Oslo', 'Lima', 'Bern', 'Kyoto', 'Quito'],
  owner: ['Anna', 'Boris', 'Chen', 'Dora', 'Emil'],
  grade: ['gold', 'silver', 'bronze', 'basic', 'extra'],
  season: ['spring', 'summer', 'autumn', 'winter', 'holiday'],
  material: ['oak', 'steel', 'glass', 'brass', 'linen'],
};

/** The name of a row, unique in its file. */
export const names: readonly string[] =
  'Ash Birch Cedar Dune Ember Fern Grove Harbor Iris Jade Kite Lark Maple North Opal Pearl Quill Raven Slate Thorn'.split(
    ' ',
  );

/** Every word that stands for itself wherever it is written. */
export const allNames: readonly string[] = [
  ...subjects,
  ...measures,
  ...Object.keys(kinds),
  ...Object.values(kinds).flat(),
  ...names,
];
