// Whether a model looks at pictures for the agent.
import type { HealthCheck } from '../contract/health.ts';
import { visionModelName } from '../policy/modelName.ts';
import { errorMessage } from '../support/errors.ts';
import { pass, warn } from './healthCheck.ts';

const name = 'Pictures';
const advice =
  'Name a model that sees, as NAME@BASE_URL: toolR1.visionModel in VS Code, TOOL_R1_VISION_MODEL in a terminal.';

/** @param model as the person named it; null for none */
export function visionCheck(model: string | null): HealthCheck {
  if (model === null) return warn(name, 'no model looks at them; the text in them is read', advice);
  try {
    return pass(name, `${visionModelName(model)} looks at them`);
  } catch (error) {
    return warn(name, errorMessage(error), advice);
  }
}
