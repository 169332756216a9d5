import assert from 'node:assert/strict';
import { draw, drawSeveral, drawWhole } from '../../../../runtime/environment/tasks/draw.ts';
import { drawWorld } from '../../../../runtime/environment/tasks/world.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';

const lowest = () => 0;
const highest = () => 1 - 2 ** -32;

describe('drawing', () => {
  it('reaches both ends of a range and nothing beyond', () => {
    assert.deepEqual([drawWhole(lowest, 3, 5), drawWhole(highest, 3, 5)], [3, 5]);
    const random = seededRandom(1);
    const seen = new Set(Array.from({ length: 200 }, () => drawWhole(random, 3, 5)));
    assert.deepEqual([...seen].sort(), [3, 4, 5]);
  });

  it('reaches the first and the last item', () => {
    assert.deepEqual([draw(lowest, ['a', 'b']), draw(highest, ['a', 'b'])], ['a', 'b']);
    assert.throws(() => draw(lowest, []), RangeError);
  });

  it('draws different items, all where there are no more', () => {
    const random = seededRandom(2);
    assert.equal(new Set(drawSeveral(random, [1, 2, 3, 4], 3)).size, 3);
    assert.deepEqual(drawSeveral(random, [1, 2], 5).sort(), [1, 2]);
    assert.deepEqual(drawSeveral(random, [], 2), []);
  });
});

describe('drawWorld', () => {
  it('keeps what the templates count on, whatever the seed', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { files, desk } = drawWorld(seededRandom(seed));
      const bookings = Object.values(desk.bookings);
      assert.deepEqual([Object.keys(files.files).length, bookings.length], [4, 3]);
      for (const path of Object.keys(files.files)) {
        assert.ok(files.folders.includes(path.slice(0, path.lastIndexOf('/'))), path);
      }
      assert.equal(new Set(bookings.map(({ room }) => room)).size, 3, 'a room is booked twice');
      assert.ok(bookings.every(({ arrival }) => arrival.startsWith('2026-06-')));
      const prices = Object.values(desk.rooms).map(({ price }) => price);
      assert.equal(new Set(prices).size, prices.length, 'two rooms cost the same');
      assert.ok(Object.values(desk.rooms).some(({ beds }) => beds >= 3));
      const [first] = bookings;
      assert.equal(bookings.filter(({ guest }) => guest === first?.guest).length, 1);
      assert.ok(!(`B${desk.counter}` in desk.bookings));
      for (const { room, nights, paid, guest } of bookings) {
        const open = (desk.rooms[room]?.price ?? 0) * nights - paid;
        assert.ok(open >= 30 && (desk.accounts[guest] ?? 0) >= 30, 'no part can be paid');
      }
    }
  });
});
