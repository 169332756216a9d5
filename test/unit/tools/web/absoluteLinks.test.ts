import assert from 'node:assert/strict';
import { absoluteLinks } from '../../../../runtime/tools/web/absoluteLinks.ts';

describe('absoluteLinks', () => {
  const base = 'https://a.example/dir/page.html';
  const cases: readonly (readonly [string, string])[] = [
    ['[x](/top)', '[x](https://a.example/top)'],
    ['[x](next.html#a)', '[x](https://a.example/dir/next.html#a)'],
    ['[x](../up?q=1)', '[x](https://a.example/up?q=1)'],
    ['[x](//b.example/y)', '[x](https://b.example/y)'],
    ['[x](https://c.example/)', '[x](https://c.example/)'],
    ['[x](mailto:a@b.example)', '[x](mailto:a@b.example)'],
    ['[picture: a boat (/boat.png)]', '[picture: a boat (https://a.example/boat.png)]'],
    ['f(x) and [1] (see below)', 'f(x) and [1] (see below)'],
    ['[x](/a) [y](b)', '[x](https://a.example/a) [y](https://a.example/dir/b)'],
    ['[x](http://[bad)', '[x](http://[bad)'],
  ];
  for (const [markdown, expected] of cases) {
    it(`reads ${markdown}`, () => assert.equal(absoluteLinks(markdown, base), expected));
  }
});
