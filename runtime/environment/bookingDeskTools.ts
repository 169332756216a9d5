// What a policy is told of the booking desk. python/bookingDesk.py does it; a test compares names, parameters and defaults.
import type { ToolParameter, ToolSignature } from '../contract/tool.ts';

const booking = parameter('booking', 'str', 'Its number, for example B7.');
const arrival = parameter('arrival', 'str', 'Day of arrival, for example 2026-05-04.');
const nights = parameter('nights', 'int', 'How many nights.');

export const bookingDeskTools: readonly ToolSignature[] = [
  tool(
    'find_rooms',
    'Lists rooms that are free for a stay, the cheapest first.',
    [parameter('beds', 'int', 'Beds that are needed.'), arrival, nights],
    'list[dict]',
  ),
  tool('book_room', 'Books a room; gives the number of the booking and the price of the stay.', [
    parameter('room', 'str', 'Name of the room.'),
    parameter('guest', 'str', 'Name of the guest, who has an account.'),
    arrival,
    nights,
  ]),
  tool('change_booking', 'Changes the day of arrival, the nights, or both.', [
    booking,
    { ...arrival, defaultValue: 'None' },
    { ...nights, defaultValue: 'None' },
  ]),
  tool('cancel_booking', 'Cancels a booking; what was paid goes back to the account.', [booking]),
  tool('pay_booking', 'Pays for a booking from the account of its guest; gives what stays open.', [
    booking,
    parameter('amount', 'int', 'Euro.'),
  ]),
  tool(
    'list_bookings',
    'Lists the bookings of a guest.',
    [parameter('guest', 'str', 'Name of the guest.')],
    'list[dict]',
  ),
];

function tool(
  name: string,
  description: string,
  parameters: ToolParameter[],
  returns = 'dict',
): ToolSignature {
  return { name, description, parameters, returns, isFinal: false };
}

function parameter(name: string, type: string, description: string): ToolParameter {
  return { name, type, description };
}
