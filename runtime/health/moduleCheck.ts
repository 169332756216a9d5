// Whether an engine that comes as a native module loads on this machine.
import type { HealthCheck } from '../contract/health.ts';
import { errorMessage } from '../support/errors.ts';
import { pass, warn } from './healthCheck.ts';

export interface EngineModule {
  /** What the person knows it as, for example `GGUF engine`. */
  readonly name: string;
  /** The npm package. */
  readonly package: string;
  /** What does not work without it. */
  readonly neededFor: string;
  readonly load: () => Promise<unknown>;
}

export async function moduleCheck(engine: EngineModule): Promise<HealthCheck> {
  try {
    await engine.load();
    return pass(engine.name, `${engine.package} loads`);
  } catch (error) {
    const reason = errorMessage(error).split('\n')[0] ?? '';
    return warn(
      engine.name,
      `${engine.package} does not load: ${reason}`,
      `Without it ${engine.neededFor}. Install it with: npm install ${engine.package}`,
    );
  }
}
