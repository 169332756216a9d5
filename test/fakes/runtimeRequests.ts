// A runtime that answers the requests of the extension from a table, and remembers what it was asked.
import type { RequestName } from '../../runtime/contract/requests.ts';
import type {
  RequestOptions,
  RequestParams,
  RequestResult,
  RuntimeRequests,
} from '../../extension/runtime/runtimeRequests.ts';

export type Answers = {
  [Name in RequestName]?: (
    params: RequestParams<Name>,
    options: RequestOptions | undefined,
  ) => RequestResult<Name> | Promise<RequestResult<Name>>;
};

export class FakeRuntimeRequests implements RuntimeRequests {
  readonly asked: { readonly name: RequestName; readonly params: unknown }[] = [];
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async request<Name extends RequestName>(
    name: Name,
    params: RequestParams<Name>,
    options?: RequestOptions,
  ): Promise<RequestResult<Name>> {
    this.asked.push({ name, params });
    const answer = this.#answers[name];
    if (answer === undefined) throw new Error(`nobody answers ${name} in this test`);
    return answer(params, options);
  }

  names(): RequestName[] {
    return this.asked.map(({ name }) => name);
  }
}
