// What came of an import, as a sentence for a person.
import type { RequestResult } from '../runtime/runtimeRequests.ts';

type Imported = Pick<RequestResult<'import-tasks'>, 'added' | 'alreadyThere' | 'problems'>;

/** For example `Added 12 tasks from tasks.csv; 3 were there already. 1 line could not be used: line 4: no question.` */
export function importWords(name: string, { added, alreadyThere, problems }: Imported): string {
  const tasks = added.length === 1 ? '1 task' : `${added.length} tasks`;
  const there = alreadyThere.length === 0 ? '' : `; ${wereThere(alreadyThere.length)} already`;
  const [first] = problems;
  const lines = problems.length === 1 ? '1 line' : `${problems.length} lines`;
  const broken =
    first === undefined
      ? ''
      : ` ${lines} could not be used; line ${first.line}: ${first.message.replace(/\.$/, '')}.`;
  return `Added ${tasks} from ${name}${there}.${broken}`;
}

function wereThere(count: number): string {
  return count === 1 ? '1 was there' : `${count} were there`;
}
