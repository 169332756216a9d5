// What a person can do on the page, as requests to the extension. Whatever fails is said on the page.
import type { GroupMember } from '../../runtime/contract/viewing.ts';
import type { RequestParams } from '../messages/host.ts';
import { emptyQuery } from '../route/emptyQuery.ts';
import type { PageContext } from '../shell/page.ts';
import { visibleLine } from '../text/visibleText.ts';
import { twoPlaces } from '../format/numbers.ts';
import type { TrajectoryStore } from './state/trajectoryStore.ts';
import type { Companion } from './views/toolsView.ts';

export class PageActions {
  readonly #id: string;
  readonly #context: PageContext;
  readonly #store: TrajectoryStore;

  constructor(id: string, context: PageContext, store: TrajectoryStore) {
    this.#id = id;
    this.#context = context;
    this.#store = store;
  }

  /** Does it and says on the page what went wrong; gives whether it went well. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#context.complain(error);
      return false;
    }
  }

  copy(text: string, what: string): Promise<boolean> {
    return this.attempt(async () => {
      await this.#context.host.request('copy', { text });
      this.#context.announce(`${what} copied.`);
    });
  }

  copyLink(step: number | null): Promise<boolean> {
    return this.attempt(async () => {
      await this.#context.host.request('copy-link', { id: this.#id, step });
      this.#context.announce('Link copied.');
    });
  }

  openAsText(step: number): Promise<boolean> {
    return this.#do('open-as-text', { id: this.#id, step });
  }

  openFile(path: string): Promise<boolean> {
    return this.#do('open-file', { path });
  }

  showLog(): Promise<boolean> {
    return this.#do('show-log', {});
  }

  /** The native diff editor on the code of a step and of the trajectory that it was branched off. */
  diffWithParent(parentId: string, step: number): Promise<boolean> {
    const left = { id: parentId, step };
    return this.#do('open-diff', { left, right: { id: this.#id, step }, part: 'code' });
  }

  stop(): Promise<boolean> {
    return this.attempt(async () => {
      const { stopped } = await this.#context.host.request('stop-rollout', { id: this.#id });
      this.#context.announce(stopped ? 'Stopped.' : 'It had ended already.', 'now');
    });
  }

  /** Goes to the new trajectory; its events follow. */
  ask(question: string): Promise<boolean> {
    return this.attempt(async () => {
      const params = { id: this.#id, question };
      const { id } = await this.#context.host.request('ask-follow-up', params);
      this.#goToNew(id);
    });
  }

  retry(step: number, code: string): Promise<boolean> {
    return this.attempt(async () => {
      const params = { id: this.#id, step, code };
      const { id } = await this.#context.host.request('retry-step', params);
      this.#goToNew(id);
    });
  }

  open(id: string, step: number | null = null): void {
    this.#context.history.go({ page: 'trajectory', id, step });
  }

  list(): void {
    const place = { focusedId: this.#id, top: 0 };
    this.#context.history.go({ page: 'list', query: emptyQuery, ...place });
  }

  group(): void {
    const taskId = this.#taskId();
    if (taskId !== null) this.#context.history.go({ page: 'group', taskId, chosen: [this.#id] });
  }

  compare(id: string): void {
    this.#context.history.go({ page: 'compare', left: this.#id, right: id });
  }

  openTable(step: number, name: string): void {
    this.#context.history.go({ page: 'table', id: this.#id, step, name, top: 0 });
  }

  /** Other trajectories of the task, for a comparison. */
  async companions(): Promise<readonly Companion[]> {
    const taskId = this.#taskId();
    if (taskId === null) return [];
    const { members } = await this.#context.host.request('read-group', { taskId });
    return members
      .filter(({ id }) => id !== this.#id)
      .slice(0, 20)
      .map(companionOf);
  }

  #goToNew(id: string): void {
    this.#store.tell(id, { type: 'preparing' });
    this.open(id);
  }

  #taskId(): string | null {
    return this.#store.get(this.#id).about?.task.id ?? null;
  }

  #do<Name extends 'open-as-text' | 'open-file' | 'show-log' | 'open-diff'>(
    name: Name,
    params: RequestParams<Name>,
  ): Promise<boolean> {
    return this.attempt(async () => {
      await this.#context.host.request(name, params);
    });
  }
}

/** `No. 12: "South", reward 1.48`. */
function companionOf(member: GroupMember): Companion {
  const answer = member.finalAnswer === null ? 'no answer' : `“${shorten(member.finalAnswer)}”`;
  const total = member.reward?.total ?? null;
  const reward = total === null ? '' : `, reward ${twoPlaces(total)}`;
  return { id: member.id, words: `Line ${member.line}: ${answer}${reward}` };
}

function shorten(text: string): string {
  const line = visibleLine(text);
  return line.length > 48 ? `${line.slice(0, 47)}…` : line;
}
