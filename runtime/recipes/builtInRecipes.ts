// The recipes that the product brings, as they are written: unread, and with what they extend left to be looked up.
import artistMath from './artist-math.json' with { type: 'json' };
import artistTools from './artist-tools.json' with { type: 'json' };
import efficient from './efficient.json' with { type: 'json' };
import toolR1Paper14b from './tool-r1-paper-14b.json' with { type: 'json' };
import toolR1Paper from './tool-r1-paper.json' with { type: 'json' };
import toolR1 from './tool-r1.json' with { type: 'json' };
import toolRl from './toolrl.json' with { type: 'json' };
import vanillaGrpo from './vanilla-grpo.json' with { type: 'json' };

/** By name, in the order in which a person reads them. */
export const builtInRecipes: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['tool-r1', toolR1],
  ['tool-r1-paper', toolR1Paper],
  ['tool-r1-paper-14b', toolR1Paper14b],
  ['toolrl', toolRl],
  ['artist-math', artistMath],
  ['artist-tools', artistTools],
  ['efficient', efficient],
  ['vanilla-grpo', vanillaGrpo],
]);
