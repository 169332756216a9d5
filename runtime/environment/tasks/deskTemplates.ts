// Requests at the booking desk.
import { draw, drawWhole } from './draw.ts';
import { call, withBooking, withChange, type Template } from './draft.ts';
import { freeDay, type Booking, type DeskState } from './world.ts';

export const deskTemplates: readonly Template[] = [
  {
    kind: 'book',
    make: ({ desk }, random) => {
      const room = draw(random, Object.keys(desk.rooms));
      const guest = draw(random, Object.keys(desk.accounts));
      const stay = { arrival: freeDay(random), nights: drawWhole(random, 1, 5) };
      return {
        request: `Book the room ${room} for ${guest} from ${stay.arrival}, ${nightsText(stay.nights)}.`,
        truth: [call('book_room', { room, guest, ...stay })],
        expected: { desk: withBooking(desk, { room, guest, ...stay }).desk },
      };
    },
  },
  {
    kind: 'book the cheapest',
    make: ({ desk }, random) => {
      const beds = drawWhole(random, 1, 3);
      const guest = draw(random, Object.keys(desk.accounts));
      const stay = { arrival: freeDay(random), nights: drawWhole(random, 1, 5) };
      const room = cheapestRoom(desk, beds);
      return {
        request: `${guest} comes on ${stay.arrival} for ${nightsText(stay.nights)} and needs at least ${beds} ${beds === 1 ? 'bed' : 'beds'}. Find the free rooms and book the cheapest.`,
        truth: [call('find_rooms', { beds, ...stay }), call('book_room', { room, guest, ...stay })],
        expected: { desk: withBooking(desk, { room, guest, ...stay }).desk },
      };
    },
  },
  {
    kind: 'cancel',
    make: ({ desk }, random) => {
      const [booking, known] = drawBooking(desk, random);
      const left = Object.entries(desk.bookings).filter(([number]) => number !== booking);
      return {
        request: `Cancel the booking ${booking}.`,
        truth: [call('cancel_booking', { booking })],
        expected: {
          desk: { ...withMoney(desk, known.guest, known.paid), bookings: Object.fromEntries(left) },
        },
      };
    },
  },
  {
    kind: 'extend',
    make: ({ desk }, random) => {
      const [booking, known] = drawBooking(desk, random);
      const nights = known.nights + drawWhole(random, 1, 3);
      return {
        request: `The guest of booking ${booking} stays ${nights} nights in all. Change the booking.`,
        truth: [call('change_booking', { booking, nights })],
        expected: { desk: withChange(desk, booking, { nights }) },
      };
    },
  },
  {
    kind: 'pay a part',
    make: ({ desk }, random) => {
      const [booking, known] = drawBooking(desk, random);
      const amount = drawWhole(random, 5, 30);
      const paid = withChange(desk, booking, { paid: known.paid + amount });
      return {
        request: `Pay ${amount} euro for the booking ${booking}.`,
        truth: [call('pay_booking', { booking, amount })],
        expected: { desk: withMoney(paid, known.guest, -amount) },
      };
    },
  },
  {
    kind: 'look up and move',
    make: ({ desk }, random) => {
      // The guest of the first booking has no other.
      const [booking, { guest }] = firstBooking(desk);
      const arrival = freeDay(random);
      return {
        request: `${guest} has one booking. Look it up and let it begin on ${arrival}.`,
        truth: [call('list_bookings', { guest }), call('change_booking', { booking, arrival })],
        expected: { desk: withChange(desk, booking, { arrival }) },
      };
    },
  },
];

export function nightsText(nights: number): string {
  return nights === 1 ? '1 night' : `${nights} nights`;
}

/** Among all rooms: in July every one is free. */
function cheapestRoom({ rooms }: DeskState, beds: number): string {
  const fitting = Object.entries(rooms).filter(([, room]) => room.beds >= beds);
  const [cheapest] = fitting.sort(([, a], [, b]) => a.price - b.price);
  return cheapest?.[0] ?? '';
}

function drawBooking({ bookings }: DeskState, random: () => number): readonly [string, Booking] {
  return draw(random, Object.entries(bookings));
}

function firstBooking(desk: DeskState): readonly [string, Booking] {
  return drawBooking(desk, () => 0);
}

function withMoney(desk: DeskState, guest: string, euro: number): DeskState {
  const accounts = { ...desk.accounts, [guest]: (desk.accounts[guest] ?? 0) + euro };
  return { ...desk, accounts };
}
