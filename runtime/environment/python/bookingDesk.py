"""The booking desk of a small hotel: rooms, bookings, and the accounts that guests pay from. Money is in whole euro."""

from datetime import date, timedelta


def _count(value, name):
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} must be a whole number from 1")
    return value


def _day(value):
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError('a day is a text like "2026-05-04"') from None


class BookingDesk:
    """Public attributes are the state: `rooms`, `bookings`, `accounts` and the number of the next booking."""

    def __init__(self, rooms, bookings, accounts, counter):
        self.rooms = {name: dict(room) for name, room in rooms.items()}
        self.bookings = {name: dict(booking) for name, booking in bookings.items()}
        self.accounts = dict(accounts)
        self.counter = counter

    def find_rooms(self, beds, arrival, nights):
        wanted = _count(beds, "beds")
        free = [name for name, room in self.rooms.items() if room["beds"] >= wanted and self._is_free(name, arrival, nights)]
        return [{"room": name, **self.rooms[name]} for name in sorted(free, key=lambda name: (self.rooms[name]["price"], name))]

    def book_room(self, room, guest, arrival, nights):
        price = self._room(room)["price"]
        self._guest(guest)
        self._must_be_free(room, arrival, nights)
        number = f"B{self.counter}"
        self.counter += 1
        self.bookings[number] = {"room": room, "guest": guest, "arrival": arrival, "nights": nights, "paid": 0}
        return {"booking": number, "total": price * nights}

    def change_booking(self, booking, arrival=None, nights=None):
        known = self._booking(booking)
        if arrival is None and nights is None:
            raise ValueError("say a new arrival, new nights or both")
        changed = {"arrival": known["arrival"] if arrival is None else arrival, "nights": known["nights"] if nights is None else nights}
        self._must_be_free(known["room"], changed["arrival"], changed["nights"], booking)
        known.update(changed)
        return {"booking": booking, **known}

    def cancel_booking(self, booking):
        known = self._booking(booking)
        self.accounts[known["guest"]] += known["paid"]
        del self.bookings[booking]
        return {"booking": booking, "refund": known["paid"]}

    def pay_booking(self, booking, amount):
        known = self._booking(booking)
        rest = self.rooms[known["room"]]["price"] * known["nights"] - known["paid"]
        if _count(amount, "amount") > rest:
            raise ValueError(f"only {rest} are open for {booking}")
        if amount > self.accounts[known["guest"]]:
            raise ValueError(f"the account of {known['guest']} holds only {self.accounts[known['guest']]}")
        self.accounts[known["guest"]] -= amount
        known["paid"] += amount
        return {"booking": booking, "open": rest - amount}

    def list_bookings(self, guest):
        self._guest(guest)
        return [{"booking": number, **booking} for number, booking in self.bookings.items() if booking["guest"] == guest]

    def _room(self, room):
        if room not in self.rooms:
            raise KeyError(f"there is no room {room}")
        return self.rooms[room]

    def _guest(self, guest):
        if guest not in self.accounts:
            raise KeyError(f"there is no guest {guest}")

    def _booking(self, booking):
        if booking not in self.bookings:
            raise KeyError(f"there is no booking {booking}")
        return self.bookings[booking]

    def _is_free(self, room, arrival, nights, without=None):
        start = _day(arrival)
        end = start + timedelta(days=_count(nights, "nights"))
        for number, booking in self.bookings.items():
            taken = _day(booking["arrival"])
            if number != without and booking["room"] == room and taken < end and start < taken + timedelta(days=booking["nights"]):
                return False
        return True

    def _must_be_free(self, room, arrival, nights, without=None):
        if not self._is_free(room, arrival, nights, without):
            raise ValueError(f"the room {room} is taken then")
