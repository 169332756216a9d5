// The list of what `doctor` looks at, in the order in which a person reads it.
import type { HealthCheck } from '../contract/health.ts';
import type { Guarantee } from '../sandbox/sandbox.ts';
import { cacheCheck } from './cacheCheck.ts';
import { fileCheck } from './fileCheck.ts';
import { pass, warn, type NamedCheck } from './healthCheck.ts';
import { moduleCheck } from './moduleCheck.ts';
import { nodeCheck } from './nodeCheck.ts';
import { firstLineOf, pythonCheck } from './pythonCheck.ts';
import { sandboxChecks } from './sandboxCheck.ts';
import { visionCheck } from './visionCheck.ts';
import { type SearchFacts, webCheck } from './webCheck.ts';

/** What the checks look at, and how they reach it. */
export interface MachineFacts {
  readonly nodeVersion: string;
  readonly cacheDirectory: string;
  readonly model: { readonly title: string; readonly has: () => Promise<boolean> };
  readonly loadGgufEngine: () => Promise<unknown>;
  readonly loadOnnxEngine: () => Promise<unknown>;
  /** Folder of the OCR data. */
  readonly ocrData: string;
  /** Folder of a speech model; null when none is set. */
  readonly speechModel: string | null;
  readonly pythonCommands: readonly string[];
  readonly search: SearchFacts;
  /** Model that looks at pictures, as a person named it; null for none. */
  readonly visionModel: string | null;
  /** Packages of the installed data pack; null when there is none. */
  readonly dataPack: () => Promise<
    readonly { readonly name: string; readonly version: string }[] | null
  >;
  readonly guarantees: () => Promise<readonly Guarantee[]>;
}

export function machineChecks(facts: MachineFacts): readonly NamedCheck[] {
  return [
    named('Node', 5, () => Promise.resolve(nodeCheck(facts.nodeVersion))),
    named('Cache', 5, () => cacheCheck(facts.cacheDirectory)),
    named('Embedded model', 60, () => modelCheck(facts)),
    named('GGUF engine', 30, () =>
      moduleCheck({
        name: 'GGUF engine',
        package: 'node-llama-cpp',
        neededFor: 'the embedded model and gguf: models do not run',
        load: facts.loadGgufEngine,
      }),
    ),
    named('ONNX engine', 30, () =>
      moduleCheck({
        name: 'ONNX engine',
        package: 'onnxruntime-node',
        neededFor: 'onnx: models do not run',
        load: facts.loadOnnxEngine,
      }),
    ),
    named('OCR', 5, () =>
      fileCheck({
        name: 'OCR',
        path: facts.ocrData,
        there: 'text in pictures is read, in English',
        advice: 'Pictures and scanned pages stay unread. Install it with: npm ci',
      }),
    ),
    named('Speech', 5, () => speechCheck(facts.speechModel)),
    named('Pictures', 5, () => Promise.resolve(visionCheck(facts.visionModel))),
    named('Web search', 5, () => Promise.resolve(webCheck(facts.search))),
    named('Python', 20, (signal) => pythonCheck(facts.pythonCommands, firstLineOf, signal)),
    named('numpy and pandas', 20, () => dataPackCheck(facts)),
    named('Sandbox', 120, async () => sandboxChecks(await facts.guarantees())),
  ];
}

function named(name: string, seconds: number, run: NamedCheck['run']): NamedCheck {
  return { name, run, limitMilliseconds: seconds * 1000 };
}

async function modelCheck({ model }: MachineFacts): Promise<HealthCheck> {
  if (await model.has()) return pass('Embedded model', `${model.title}, checked by SHA-256`);
  return warn(
    'Embedded model',
    `${model.title} is not in the cache`,
    'It is fetched when it is first used. To fetch it now, in a terminal: tool-r1 prepare',
  );
}

async function speechCheck(folder: string | null): Promise<HealthCheck> {
  const advice = 'Set TOOL_R1_ASR_MODEL to the folder of an ONNX speech model.';
  if (folder === null) return warn('Speech', 'no model; of sound only the length is told', advice);
  return fileCheck({ name: 'Speech', path: folder, there: folder, advice });
}

async function dataPackCheck({ dataPack }: MachineFacts): Promise<HealthCheck> {
  const packages = await dataPack();
  const name = 'numpy and pandas';
  if (packages !== null) {
    return pass(name, packages.map((one) => `${one.name} ${one.version}`).join(', '));
  }
  return warn(
    name,
    'not installed; the agent uses the standard library of Python',
    'Fetch them in a terminal: tool-r1 prepare --data-pack',
  );
}
