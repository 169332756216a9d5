import assert from 'node:assert/strict';
import {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  parseXml,
  pathOf,
  relationOf,
  textOf,
} from '../../../../runtime/documents/markup/xmlTree.ts';
import { isProblem } from '../../../fakes/convertWith.ts';

const tree = parseXml(
  '<r><x:a id="1" r:id="2" w:val="v"><b>one</b></x:a><a><c><b>two</b></c></a></r>',
  'test',
);

describe('xmlTree', () => {
  it('finds children by their local name', () => {
    assert.equal(childrenOf(tree, 'a').length, 2);
    assert.equal(childrenOf(tree).length, 2);
    assert.equal(childOf(tree, 'b'), null);
  });
  it('finds descendants in document order', () => {
    assert.deepEqual(descendantsOf(tree, 'b').map(textOf), ['one', 'two']);
  });
  it('follows a path', () => {
    assert.equal(textOf(pathOf(tree, 'a', 'b')!), 'one');
    assert.equal(pathOf(tree, 'a', 'c', 'b'), null, 'the first a decides');
  });
  it('tells an id from the id of a relationship', () => {
    const first = childOf(tree, 'a')!;
    assert.equal(attributeOf(first, 'id'), '1');
    assert.equal(relationOf(first), '2');
    assert.equal(attributeOf(first, 'val'), 'v');
    assert.equal(attributeOf(first, 'none'), null);
    assert.equal(relationOf(childrenOf(tree, 'a')[1]!), null);
  });
  it('keeps the first of alternative contents', () => {
    const root = parseXml(
      '<r><mc:AlternateContent><mc:Choice><t>new</t></mc:Choice><mc:Fallback><t>old</t></mc:Fallback></mc:AlternateContent><t>x</t><mc:AlternateContent/></r>',
      'test',
    );
    assert.deepEqual(childrenOf(root).map(textOf), ['new', 'x']);
  });
  it('says which part is damaged', () => {
    assert.throws(
      () => parseXml('<a>', 'x.docx/word/document.xml'),
      isProblem('corrupt', /^x\.docx\/word\/document\.xml is not well-formed/),
    );
  });
});
