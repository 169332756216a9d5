// Where a reward comes from and what judges said, on the page of a trajectory.
import assert from 'node:assert/strict';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { viewerPages } from './viewerPages.ts';

const trajectory = { page: 'trajectory', id: 'refunds', step: null };

describe('the reward of a trajectory', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('says where each part comes from', async () => {
    const page = await pages.open({ route: trajectory });
    const sources = page.locator('.sources > div');
    await sources.first().waitFor();
    const texts = await sources.allInnerTexts();
    assert.deepEqual(
      texts.map((text) => text.replace(/\s+/g, ' ')),
      [
        'answer llm-judge v3 Correct: The same region and the same amount.',
        'parse counted over the steps 5 of 5 steps parsed',
        'run counted over the steps 3 of 5 steps ran',
      ],
    );
  });

  it('shows what each judge said, how sure it was and what it cost', async () => {
    const page = await pages.open({ route: trajectory });
    const [llm, rule] = [0, 1].map((index) => page.locator('.verdicts li').nth(index));
    assert.ok(llm !== undefined && rule !== undefined);
    await llm.getByRole('heading', { name: 'Correct llm-judge v3' }).waitFor();
    await llm.getByText('The same region and the same amount.').waitFor();
    const ratings = (await llm.locator('.ratings').innerText()).replace(/\s+/g, ' ');
    assert.equal(
      ratings,
      'accuracy 5 of 5 completeness 5 of 5 relevance 5 of 5 precision not rated',
    );
    await llm
      .getByText('Asked 4 more times: 1 other verdict, flip rate 33 %, 1 unscored.')
      .waitFor();
    await llm.getByText('order swapped: Wrong; paraphrased: Correct, unscored').waitFor();
    await llm.getByText('1,204 tokens in, 88 tokens out, 2.3 s').waitFor();
    await rule.getByRole('heading', { name: 'Wrong rule-judge v2' }).waitFor();
    assert.equal(await rule.locator('.ratings, .meta:not(h3 *)').count(), 0);
    await page.locator('.verdicts').scrollIntoViewIfNeeded();
    await pages.shoot(page, 'reward-sources');
  });

  it('can be used by everybody on a narrow page', async () => {
    const page = await pages.open({ route: trajectory, width: 520, theme: 'light' });
    await page.locator('.verdicts').scrollIntoViewIfNeeded();
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await pages.shoot(page, 'reward-sources-narrow');
  });
});
