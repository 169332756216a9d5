// The paths of the rollout server and what each of them means. The contract is contract/training/rolloutServer.ts.
import type { Id } from '../contract/ids.ts';
import {
  AbortRequest,
  BatchQuestion,
  BatchRequest,
  CheckpointRequest,
  Hello,
  PolicyBegin,
  PolicyEnd,
  protocolVersion,
  RestoreRequest,
  StepReport,
  type Health,
} from '../contract/training/rolloutServer.ts';
import * as z from 'zod';
import type { BatchState } from './currentBatch.ts';
import type { RolloutService } from './rolloutService.ts';
import { get, post, type Answer, type Call, type Route } from './route.ts';
import { WireProblem } from './wireProblem.ts';

interface RunBody {
  readonly runId: Id;
}

export function serviceRoutes(service: RolloutService): readonly Route[] {
  /** Answers `{}` where there is nothing to say. */
  const own = <Schema extends z.ZodType<RunBody>>(
    path: string,
    schema: Schema,
    handle: (body: z.output<Schema>, signal: AbortSignal) => unknown,
  ): Route =>
    post(path, schema, async (body, { signal }) => {
      refuseForeign(service, body.runId);
      return { status: 200, body: (await handle(body, signal)) ?? {} };
    });
  return [
    get('/v1/health', z.object({}), () => ({ status: 200, body: health(service) })),
    own('/v1/hello', Hello, (hello, signal) => service.hello(hello, signal)),
    own('/v1/policy/begin', PolicyBegin, () => service.beginPolicy()),
    own('/v1/policy/end', PolicyEnd, (policy, signal) => service.endPolicy(policy, signal)),
    post('/v1/batches', BatchRequest, (request) => {
      refuseForeign(service, request.runId);
      return { status: 202, body: { batchId: service.startBatch(request) } };
    }),
    get('/v1/batches/', BatchQuestion, async ({ runId, waitS }, { name, signal }: Call) => {
      refuseForeign(service, runId);
      return batchAnswer(await service.waitForBatch(name, waitS * 1000, signal));
    }),
    own('/v1/steps', StepReport, async () => ({ stop: await service.isToStop() })),
    own('/v1/checkpoints', CheckpointRequest, (request) => service.checkpoint(request)),
    own('/v1/restore', RestoreRequest, (request) => service.restore(request)),
    own('/v1/abort', AbortRequest, () => service.abort()),
  ];
}

function health({ runId }: RolloutService): Health {
  return { protocol: protocolVersion, runId };
}

function batchAnswer(state: BatchState): Answer {
  switch (state.is) {
    case 'in-progress':
      return { status: 202, body: state.progress };
    case 'whole':
      return { status: 200, body: state.bytes };
    case 'broken':
      throw state.error;
  }
}

/** A server that was left over from another run would serve the queues of that run. */
function refuseForeign({ runId: own }: RolloutService, runId: Id): void {
  if (runId === own) return;
  throw new WireProblem(409, `This server serves run ${own}, not ${runId}.`);
}
