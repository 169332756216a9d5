import assert from 'node:assert/strict';
import { HumanError } from '../../../runtime/support/errors.ts';
import { toolChoice, toolNames } from '../../../runtime/tools/toolChoice.ts';

const files = (...names: readonly string[]) => ({
  files: names.map((name) => ({ name, hostPath: `/host/${name}`, bytes: 1 })),
});

function choose(tools: string[] | undefined, hasWeb: boolean, ...names: readonly string[]) {
  const agent = tools === undefined ? {} : { tools };
  return toolChoice({ recipe: { name: 'mine', agent }, files: files(...names), hasWeb });
}

const two = ['final_answer', 'inspect_file_as_text'];
const web = ['wikipedia_qa', 'web_qa', 'visit_qa', 'find_archived_url'];

describe('toolChoice', () => {
  it('takes the two that always suit', () => {
    assert.deepEqual(choose(undefined, false), two);
    assert.deepEqual(choose(undefined, false, 'a.csv', 'png', 'a.png.zip'), two);
  });
  for (const name of ['a.png', 'dir/B.JPEG', 'c.tif', 'd.webp']) {
    it(`adds the one that looks at pictures for ${name}`, () => {
      assert.deepEqual(choose(undefined, false, 'a.csv', name), [...two, 'local_visualizer']);
    });
  }
  it('adds those of the web where it is allowed', () => {
    assert.deepEqual(choose(undefined, true), [...two, ...web]);
    assert.deepEqual(choose(undefined, true, 'a.png'), [...toolNames]);
  });
  it('takes those that the recipe lists, in the order of prompts, and never without final_answer', () => {
    assert.deepEqual(choose(['visit_qa', 'local_visualizer'], true), [
      'final_answer',
      'local_visualizer',
      'visit_qa',
    ]);
    assert.deepEqual(choose([], true, 'a.png'), ['final_answer']);
  });
  it('refuses a list with tools of the web while the web is off, and says what to do', () => {
    assert.throws(
      () => choose(['web_qa', 'visit_qa'], false),
      (error) => {
        assert.ok(error instanceof HumanError);
        assert.match(
          error.message,
          /^Recipe mine lists web_qa, visit_qa in agent\.tools, but the web is off\./,
        );
        assert.match(error.message, /--web in a terminal/);
        return true;
      },
    );
  });
  it('refuses a tool that there is not', () => {
    assert.throws(() => choose(['visit_page'], true), {
      message: /lists a tool "visit_page" in agent\.tools; there are final_answer, /,
    });
  });
});
