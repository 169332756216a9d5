// A test that cannot run here says why: `npm test` collects these lines beside the sum.

/** Call it inside a test or hook, with its `this`. */
export function skipBecause(context: Mocha.Context, reason: string): never {
  console.log(`      skipped: ${reason}`);
  return context.skip();
}
