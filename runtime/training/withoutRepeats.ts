// A run that was resumed does some train steps again and writes their records again. What was written last counts. Pure.

/**
 * The records without those of steps that were done again.
 * @param keyOf what there is one of in a train step: a second one begins the step anew
 */
export function withoutRepeats<Item extends { readonly step: number }>(
  records: readonly Item[],
  keyOf: (record: Item) => string,
): Item[] {
  let kept: Item[] = [];
  let step = -1;
  let keys = new Set<string>();
  for (const record of records) {
    const key = keyOf(record);
    const isAgain = record.step < step || (record.step === step && keys.has(key));
    if (isAgain) kept = kept.filter((one) => one.step < record.step);
    if (isAgain || record.step !== step) keys = new Set();
    step = record.step;
    keys.add(key);
    kept.push(record);
  }
  return kept;
}
