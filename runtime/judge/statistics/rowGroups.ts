// Equal rows put together, so that a bootstrap works on a few counts and not on thousands of rows.

export interface Sampled {
  /** How much of the population a row stands for; above 0. */
  readonly weight: number;
  /** Rows are drawn anew within their stratum. */
  readonly stratum: string;
}

export interface RowGroup<Row extends Sampled> {
  /** One of the equal rows. */
  readonly row: Row;
  readonly count: number;
}

/**
 * Groups of rows with the same stratum, weight and `kind`, in an order that does not depend on that of the rows: seeded figures
 * then do not either.
 *
 * @param kindOf what else makes two rows equal for the statistic
 * @throws RangeError for a weight that is not above 0
 */
export function groupRows<Row extends Sampled>(
  rows: readonly Row[],
  kindOf: (row: Row) => string | number,
): readonly RowGroup<Row>[] {
  const groups = new Map<string, { row: Row; count: number }>();
  for (const row of rows) {
    if (!(row.weight > 0 && Number.isFinite(row.weight))) {
      throw new RangeError(`A row's weight is a number above 0, not ${row.weight}`);
    }
    const key = `${row.stratum}\n${kindOf(row)}\n${row.weight}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { row, count: 1 });
    else group.count += 1;
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/** A stratum as the bootstrap draws it. */
export interface DrawnStratum {
  /** Places in the list of groups. */
  readonly places: readonly number[];
  /** Rows, as whole numbers beside `places`. */
  readonly counts: readonly number[];
  readonly size: number;
}

/**
 * The strata of the groups. One row alone shows no variance, so strata of one row are put together, and what is still alone joins
 * the smallest other stratum (collapsed strata: Cochran, Sampling Techniques, 1977, section 5A.12, which errs to the safe side).
 */
export function strataOf(groups: readonly RowGroup<Sampled>[]): readonly DrawnStratum[] {
  const byName = new Map<string, number[]>();
  for (const [place, { row }] of groups.entries()) {
    const places = byName.get(row.stratum);
    if (places === undefined) byName.set(row.stratum, [place]);
    else places.push(place);
  }
  const strata = [...byName.values()].map((places) => stratumOf(places, groups));
  const rest = strata.filter(({ size }) => size > 1).sort((one, other) => one.size - other.size);
  const alone = strata.filter(({ size }) => size === 1).flatMap(({ places }) => places);
  const [smallest] = rest;
  if (alone.length === 1 && smallest !== undefined) {
    return [stratumOf([...smallest.places, ...alone], groups), ...rest.slice(1)];
  }
  return alone.length === 0 ? rest : [...rest, stratumOf(alone, groups)];
}

function stratumOf(places: readonly number[], groups: readonly RowGroup<Sampled>[]): DrawnStratum {
  const counts = places.map((place) => groups[place]?.count ?? 0);
  return { places, counts, size: counts.reduce((sum, count) => sum + count, 0) };
}
