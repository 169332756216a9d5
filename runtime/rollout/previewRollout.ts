// What a rollout would be shown before its question, without running it: for records of how a model was asked.
import type { Protocol } from '../agent/protocols/protocol.ts';
import type { PreviewRequest, RolloutPreview } from '../agentRuntime.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { TaskEnvironment } from '../environment/taskEnvironment.ts';
import type { Policy } from '../policy/policy.ts';
import { promptTask } from './promptTask.ts';
import { offeredTools } from './rolloutPlace.ts';

export interface PreviewMeans extends Omit<PreviewRequest, 'model'> {
  readonly policy: Pick<Policy, 'capabilities' | 'contextTokens' | 'countTokens'>;
  readonly protocol: Protocol;
  readonly environment: TaskEnvironment | null;
  readonly tools: readonly ToolSignature[];
  readonly importsAtHand: readonly string[];
}

export async function previewRollout(means: PreviewMeans): Promise<RolloutPreview> {
  const { task, files, recipe, policy, protocol, importsAtHand } = means;
  const style = recipe.agent.promptStyle ?? policy.capabilities.promptStyle;
  const tools = offeredTools(protocol, means);
  const input = { task, files, recipe, importsAtHand, tools, style };
  const { system, examples = [] } = await promptTask(protocol, input);
  const messages = [{ role: 'system' as const, content: system }, ...examples];
  const promptTokens = await policy.countTokens(messages);
  return { style, system, examples, tools, promptTokens, contextTokens: policy.contextTokens };
}
