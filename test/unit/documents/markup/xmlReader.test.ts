import assert from 'node:assert/strict';
import { readXml } from '../../../../runtime/documents/markup/xmlReader.ts';

describe('readXml', () => {
  it('reads elements, attributes and text in order', () => {
    assert.deepEqual(readXml('<?xml version="1.0"?><w:a r:id="1" id=\'2\'>x<b/>y</w:a>\n'), {
      name: 'a',
      attributes: { 'r:id': '1', id: '2' },
      children: ['x', { name: 'b', attributes: {}, children: [] }, 'y'],
    });
  });
  it('replaces the built-in entities and character references', () => {
    const { attributes, children } = readXml(
      '<a t="&lt;&#228;&quot;">&amp;&#x1F600;&apos;&gt;</a>',
    );
    assert.deepEqual([attributes['t'], children], ['<ä"', ["&😀'>"]]);
  });
  it('leaves entities of a document type as they are, so that no text can grow', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "boom"><!ENTITY y "&x;&x;">]><a>&y;</a>';
    assert.deepEqual(readXml(bomb).children, ['&y;']);
  });
  it('keeps character data as it is and drops comments and instructions', () => {
    assert.deepEqual(readXml('<a><!-- <b> --><?go?><![CDATA[<c>&amp;]]></a>').children, [
      '<c>&amp;',
    ]);
  });
  it('reads attribute values with angle brackets and line breaks', () => {
    assert.equal(readXml('<a x="1 > 0"\n y = "z" />').attributes['x'], '1 > 0');
  });
  it('keeps white space', () => assert.deepEqual(readXml('<a> <b/> \n</a>').children[0], ' '));

  const broken: readonly (readonly [text: string, message: RegExp])[] = [
    ['<a><b></a></b>', /<\/a> closes <b>/],
    ['<a>', /<a> is not closed/],
    ['</a>', /closes <>/],
    ['<a', /cut off/],
    ['<a b="x', /"""? is missing/],
    ['<a b=x></a>', /malformed/],
    ['< a/>', /tag without a name/],
    ['just text', /no element/],
    ['', /no element/],
    ['<a><![CDATA[x</a>', /"]]>" is missing/],
    ['<a>'.repeat(600), /deeper than 500/],
  ];
  for (const [text, message] of broken) {
    it(`refuses ${text.slice(0, 24) || 'nothing'}`, () => {
      assert.throws(
        () => readXml(text),
        (error) => error instanceof SyntaxError && message.test(error.message),
      );
    });
  }
});
