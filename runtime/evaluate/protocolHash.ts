// Which protocol an evaluation followed, as a hash, and in what two of them differ. Pure.
import type { ProtocolDifference, ProtocolRecord } from '../contract/evaluation.ts';
import { canonicalHash, canonicalJson } from './canonicalJson.ts';

/** The same for all models that were evaluated alike: without the model, and without the name of the data. */
export function protocolHash(record: ProtocolRecord): string {
  return canonicalHash(comparable(record));
}

/**
 * The same for results that may stand in one file: what was asked is the same, however often. Seeds and samples may be added to an
 * evaluation later; another model never.
 */
export function conditionsHash(record: ProtocolRecord): string {
  const conditions = { ...comparable(record), seeds: undefined, samplesPerSeed: undefined };
  return canonicalHash({ ...conditions, model: record.model.name });
}

/** Field by field, deep, in the order of the record; empty when the hashes are equal. */
export function protocolDifferences(
  first: ProtocolRecord,
  second: ProtocolRecord,
): ProtocolDifference[] {
  return differing('', comparable(first), comparable(second));
}

/** What is undefined is neither hashed nor compared. */
function comparable(record: ProtocolRecord) {
  return { ...record, model: undefined, data: { ...record.data, name: undefined } };
}

type Tree = Readonly<Record<string, unknown>>;

function differing(path: string, first: Tree, second: Tree): ProtocolDifference[] {
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].flatMap((key) => {
    const field = path === '' ? key : `${path}.${key}`;
    const [one, other] = [first[key], second[key]];
    if (isTree(one) && isTree(other)) return differing(field, one, other);
    const [a, b] = [textOf(one), textOf(other)];
    return a === b ? [] : [{ field, first: a, second: b }];
  });
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that one of them lacks reads as null. */
function textOf(value: unknown): string {
  return value === undefined ? 'null' : canonicalJson(value);
}
