"""What code prints: head and tail are kept up to a limit, so that a flood costs no more than the limit."""


class Output(io.TextIOBase):
    def __init__(self):
        self.start(0)

    def start(self, limit):
        self.half = max(limit, 2) // 2
        self.head = []
        self.head_length = 0
        self.tail = collections.deque()
        self.tail_length = 0
        self.total = 0

    @property
    def encoding(self):
        return "utf-8"

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        text = str(text)
        written = len(text)
        self.total += written
        room = self.half - self.head_length
        if room > 0:
            self.head.append(text[:room])
            self.head_length += min(room, written)
            text = text[room:]
        if text:
            self._write_tail(text)
        return written

    def _write_tail(self, text):
        text = text[-self.half :]
        self.tail.append(text)
        self.tail_length += len(text)
        while self.tail_length - len(self.tail[0]) >= self.half:
            self.tail_length -= len(self.tail.popleft())

    def result(self):
        """The text with the cut marked in the middle, and the number of characters that were left out."""
        head = "".join(self.head)
        tail = "".join(self.tail)[-self.half :]
        cut = self.total - len(head) - len(tail)
        if cut <= 0:
            return head + tail, 0
        return f"{head}\n... [{cut} characters left out] ...\n{tail}", cut


output = Output()
