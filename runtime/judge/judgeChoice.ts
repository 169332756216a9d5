// Which judge a person wants, before it is opened.
import type { JudgeName } from '../contract/judging.ts';
import type { JudgeFile } from './judgeFile.ts';

export interface JudgeChoice {
  readonly name: JudgeName;
  /** Model of the `llm` judge, as a person names it; other judges have none. */
  readonly model: string;
  /** How often the `llm` judge is asked for each answer, at least 1. */
  readonly asks: number;
  /** What people taught the judges of the workspace. */
  readonly taught: JudgeFile;
}
