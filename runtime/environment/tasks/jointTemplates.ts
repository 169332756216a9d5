// Requests that need the file system and the booking desk.
import { nightsText } from './deskTemplates.ts';
import { call, withBooking, withFile, withFolder, withoutFile, type Template } from './draft.ts';
import { draw, drawWhole, type Random } from './draw.ts';
import { drawOtherFolder, freeDay, type DeskState } from './world.ts';

export const jointTemplates: readonly Template[] = [
  {
    kind: 'request in a file',
    make: (world, random) => {
      const stay = drawStay(world.desk, random);
      const { room, guest, arrival, nights } = stay;
      const text = `Please book ${room} for ${guest} from ${arrival}, ${nightsText(nights)}.`;
      const files = withFile(withFolder(world.files, '/done'), '/request.txt', text);
      const desk = withBooking(world.desk, stay).desk;
      return {
        request: 'Read /request.txt, do what it asks for, then move the file to /done.',
        truth: [
          call('read_file', { path: '/request.txt' }),
          call('book_room', stay),
          call('move_file', { source: '/request.txt', target: '/done' }),
        ],
        initial: { files, desk: world.desk },
        expected: {
          files: withFile(withoutFile(files, '/request.txt'), '/done/request.txt', text),
          desk,
        },
      };
    },
  },
  {
    kind: 'list to a file',
    make: ({ files, desk }, random) => {
      const guest = draw(random, Object.keys(desk.accounts).slice(0, 2));
      const folder = drawOtherFolder(files, '', random);
      const path = `${folder}/${guest.toLowerCase()}.txt`;
      const text = Object.entries(desk.bookings)
        .filter(([, booking]) => booking.guest === guest)
        .map(([number]) => number)
        .join(', ');
      return {
        request: `Look up the bookings of ${guest} and write their numbers to ${path}, joined by ", ".`,
        truth: [call('list_bookings', { guest }), call('write_file', { path, text })],
        expected: { files: withFile(files, path, text), desk },
      };
    },
  },
  {
    kind: 'book and note',
    make: ({ files, desk }, random) => {
      const stay = drawStay(desk, random);
      const { number: text, desk: booked } = withBooking(desk, stay);
      const path = `${drawOtherFolder(files, '', random)}/booking.txt`;
      return {
        request: `Book the room ${stay.room} for ${stay.guest} from ${stay.arrival}, ${nightsText(stay.nights)}, and write the number of the booking, nothing else, to ${path}.`,
        truth: [call('book_room', stay), call('write_file', { path, text })],
        expected: { files: withFile(files, path, text), desk: booked },
      };
    },
  },
];

function drawStay({ rooms, accounts }: DeskState, random: Random) {
  return {
    room: draw(random, Object.keys(rooms)),
    guest: draw(random, Object.keys(accounts)),
    arrival: freeDay(random),
    nights: drawWhole(random, 1, 5),
  };
}
