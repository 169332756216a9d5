import assert from 'node:assert/strict';
import { mathText } from '../../../../runtime/documents/office/officeMath.ts';
import { parseXml } from '../../../../runtime/documents/markup/xmlTree.ts';

const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (text: string): string => `<m:e>${r(text)}</m:e>`;

describe('mathText', () => {
  const cases: readonly (readonly [what: string, xml: string, latex: string])[] = [
    ['runs', r('a') + r('+b'), 'a+b'],
    ['fractions', `<m:f><m:num>${r('1')}</m:num><m:den>${r('x')}</m:den></m:f>`, '\\frac{1}{x}'],
    ['powers', `<m:sSup>${e('x')}<m:sup>${r('2')}</m:sup></m:sSup>`, 'x^{2}'],
    ['indices', `<m:sSub>${e('ab')}<m:sub>${r('i')}</m:sub></m:sSub>`, '{ab}_{i}'],
    [
      'both',
      `<m:sSubSup>${e('x')}<m:sub>${r('i')}</m:sub><m:sup>${r('2')}</m:sup></m:sSubSup>`,
      'x_{i}^{2}',
    ],
    [
      'roots',
      `<m:rad><m:deg>${r('3')}</m:deg>${e('x')}</m:rad><m:rad><m:deg/>${e('y')}</m:rad>`,
      '\\sqrt[3]{x}\\sqrt{y}',
    ],
    [
      'sums',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>${e('i')}</m:nary>`,
      '\\sum_{i=1}^{n}{i}',
    ],
    ['integrals', `<m:nary><m:naryPr/>${e('f')}</m:nary>`, '\\int{f}'],
    [
      'brackets',
      `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val="]"/></m:dPr>${e('a')}${e('b')}</m:d>`,
      '\\{a|b]',
    ],
    ['parentheses', `<m:d>${e('a')}</m:d>`, '(a)'],
    ['functions', `<m:func><m:fName>${r('sin')}</m:fName>${e('x')}</m:func>`, '\\sin{x}'],
    ['accents', `<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>${e('v')}</m:acc>`, '\\vec{v}'],
    ['bars', `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e('x')}</m:bar>`, '\\overline{x}'],
    [
      'matrices',
      `<m:m><m:mr>${e('1')}${e('2')}</m:mr><m:mr>${e('3')}${e('4')}</m:mr></m:m>`,
      '\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}',
    ],
    [
      'several equations',
      `<m:eqArr>${e('a')}${e('b')}</m:eqArr>`,
      '\\begin{aligned}a \\\\ b\\end{aligned}',
    ],
    ['limits', `<m:limLow>${e('lim')}<m:lim>${r('x→0')}</m:lim></m:limLow>`, '{lim}_{x→0}'],
    ['wrappers that it does not know', `<m:box>${e('a')}</m:box>`, 'a'],
  ];
  for (const [what, xml, latex] of cases) {
    it(what, () => assert.equal(mathText(parseXml(`<m:oMath>${xml}</m:oMath>`, 'test')), latex));
  }
});
