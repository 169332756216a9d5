// Loads the engine for GGUF files, which is an optional package: everything else works without it.
import type * as NodeLlamaCpp from 'node-llama-cpp';
import { errorMessage, failure } from '../support/errors.ts';

export type GgufModule = typeof NodeLlamaCpp;

/** @throws FailureError `policy/engine-missing` that says how to install it */
export async function importGgufModule(
  load: () => Promise<GgufModule> = () => import('node-llama-cpp'),
): Promise<GgufModule> {
  try {
    return await load();
  } catch (error) {
    throw failure(
      'policy',
      'engine-missing',
      `The engine for GGUF models is not installed (${firstLine(error)}). Run \`npm install --include=optional node-llama-cpp@3.21.1\`, or use a model on a server: NAME@BASE_URL.`,
      error,
    );
  }
}

/**
 * Starts the engine on the processor. Its threads spin while they wait, so more of them than free cores makes it many times
 * slower instead of faster.
 * @throws FailureError `policy/engine-failed` when no binary fits this machine
 */
export async function startGgufEngine(
  module: GgufModule,
  maxThreads: number,
): Promise<NodeLlamaCpp.Llama> {
  try {
    return await module.getLlama({
      build: 'never',
      gpu: false,
      maxThreads,
      progressLogs: false,
      logLevel: module.LlamaLogLevel.disabled,
    });
  } catch (error) {
    throw failure(
      'policy',
      'engine-failed',
      `The engine for GGUF models does not start on this machine (${firstLine(error)}). Use a model on a server: NAME@BASE_URL.`,
      error,
    );
  }
}

function firstLine(error: unknown): string {
  return errorMessage(error).split('\n')[0] ?? '';
}
