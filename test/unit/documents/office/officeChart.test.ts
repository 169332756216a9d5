import assert from 'node:assert/strict';
import { chartText } from '../../../../runtime/documents/office/officeChart.ts';
import { OfficePackage } from '../../../../runtime/documents/office/officePackage.ts';
import { sourceOf } from '../../../fakes/convertWith.ts';
import { zipFile } from '../../../fakes/officeFiles.ts';

const points = (...values: string[]): string =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
const series = (name: string, categories: string, values: string): string =>
  `<c:ser><c:tx><c:strRef><c:f>Sheet1!A1</c:f><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx>${categories}<c:val><c:numRef><c:f>x</c:f><c:numCache>${values}</c:numCache></c:numRef></c:val></c:ser>`;

function text(chart: string): string | null {
  const bytes = zipFile({ 'c.xml': `<c:chartSpace><c:chart>${chart}</c:chart></c:chartSpace>` });
  return chartText(new OfficePackage(sourceOf('x', bytes)), 'c.xml');
}

describe('chartText', () => {
  it('puts the series side by side, with gaps where a point is missing', () => {
    const categories = `<c:cat><c:strRef><c:strCache>${points('a', 'b', 'c')}</c:strCache></c:strRef></c:cat>`;
    const chart = `<c:title><a:t>Sales</a:t></c:title><c:plotArea><c:barChart>${series('2024', categories, points('1', '0.30000000000000004'))}${series('2025', categories, '<c:pt idx="2"><c:v>7</c:v></c:pt>')}</c:barChart><c:lineChart/><c:valAx><c:title><a:t>euro</a:t></c:title></c:valAx></c:plotArea>`;
    assert.equal(
      text(chart),
      '[chart: bar and line, "Sales"]\nAxes: euro\n|  | 2024 | 2025 |\n| --- | --- | --- |\n| a | 1 |  |\n| b | 0.3 |  |\n| c |  | 7 |',
    );
  });
  it('writes dates as dates', () => {
    const categories = `<c:cat><c:numRef><c:numCache><c:formatCode>dd/mm/yyyy</c:formatCode>${points('45717')}</c:numCache></c:numRef></c:cat>`;
    assert.match(
      text(
        `<c:plotArea><c:areaChart>${series('s', categories, points('1'))}</c:areaChart></c:plotArea>`,
      ) ?? '',
      /\| 2025-03-01 \| 1 \|/,
    );
  });
  it('joins categories of two levels, the outer one first', () => {
    const categories = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points('Q1', 'Q2')}</c:lvl><c:lvl>${points('2025')}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
    assert.match(
      text(
        `<c:plotArea><c:barChart>${series('s', categories, points('1', '2'))}</c:barChart></c:plotArea>`,
      ) ?? '',
      /\| 2025 \/ Q1 \| 1 \|\n\| 2025 \/ Q2 \| 2 \|/,
    );
  });
  it('reads the points of a scatter chart', () => {
    const chart = `<c:plotArea><c:scatterChart><c:ser><c:xVal>${points('1.5')}</c:xVal><c:yVal>${points('2.5')}</c:yVal></c:ser></c:scatterChart></c:plotArea>`;
    assert.equal(text(chart), '[chart: scatter]\n|  | Series 1 |\n| --- | --- |\n| 1.5 | 2.5 |');
  });
  it('says at least that there is a chart, and nothing where the part is missing', () => {
    assert.equal(text('<c:plotArea/>'), '[chart]');
    assert.equal(chartText(new OfficePackage(sourceOf('x', zipFile({}))), 'c.xml'), null);
  });
});
