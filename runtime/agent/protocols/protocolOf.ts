// The dialect that a recipe names.
import type { AgentSettings } from '../../contract/recipe.ts';
import { artistMath } from './artistMath.ts';
import { artistTools } from './artistTools.ts';
import type { Protocol } from './protocol.ts';
import { toolR1 } from './toolR1.ts';
import { toolRl } from './toolRl.ts';

export function protocolOf(name: AgentSettings['protocol']): Protocol {
  switch (name) {
    case 'tool-r1':
      return toolR1;
    case 'artist-math':
      return artistMath;
    case 'artist-tools':
      return artistTools;
    case 'toolrl':
      return toolRl;
  }
}
