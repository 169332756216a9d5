"""A small file system: folders, files with text, and the folder that relative paths start from."""


def _word(value, name):
    if not isinstance(value, str) or value == "":
        raise TypeError(f"{name} must be a text that is not empty")
    return value


class FileSystem:
    """Public attributes are the state: `files` (text by absolute path), `folders` (absolute paths, sorted) and `current`."""

    def __init__(self, files, folders, current):
        self.files = dict(files)
        self.folders = sorted(folders)
        self.current = current

    def list_folder(self, folder="."):
        path = self._folder(folder)
        inside = [name for name in [*self.files, *self.folders] if name != path and self._parent(name) == path]
        return sorted(name.rsplit("/", 1)[1] + ("/" if name in self.folders else "") for name in inside)

    def change_folder(self, folder):
        self.current = self._folder(folder)
        return self.current

    def make_folder(self, folder):
        path = self._free(folder)
        self.folders = sorted([*self.folders, path])
        return path

    def read_file(self, path):
        return self.files[self._file(path)]

    def write_file(self, path, text):
        place = self._writable(path)
        self.files[place] = self._content(text)
        return {"path": place, "characters": len(text)}

    def append_to_file(self, path, text):
        place = self._file(path)
        self.files[place] += self._content(text)
        return {"path": place, "characters": len(self.files[place])}

    def move_file(self, source, target):
        old = self._file(source)
        new = self._target(target, old)
        self.files[new] = self.files.pop(old)
        return new

    def copy_file(self, source, target):
        old = self._file(source)
        new = self._target(target, old)
        self.files[new] = self.files[old]
        return new

    def delete_file(self, path):
        place = self._file(path)
        del self.files[place]
        return place

    def find_files(self, word, folder="/"):
        top = self._folder(folder)
        below = top if top == "/" else top + "/"
        wanted = _word(word, "word").lower()
        return sorted(
            path for path, text in self.files.items() if path.startswith(below) and (wanted in path.lower() or wanted in text.lower())
        )

    def _resolve(self, path):
        _word(path, "path")
        parts = [] if path.startswith("/") else [part for part in self.current.split("/") if part]
        for part in path.split("/"):
            if part == "..":
                parts = parts[:-1]
            elif part not in ("", "."):
                parts.append(part)
        return "/" + "/".join(parts)

    def _parent(self, path):
        return path.rsplit("/", 1)[0] or "/"

    def _folder(self, folder):
        path = self._resolve(folder)
        if path not in self.folders:
            raise FileNotFoundError(f"there is no folder {path}")
        return path

    def _file(self, path):
        place = self._resolve(path)
        if place not in self.files:
            raise FileNotFoundError(f"there is no file {place}")
        return place

    def _free(self, path):
        place = self._resolve(path)
        if place in self.files or place in self.folders:
            raise FileExistsError(f"{place} is there already")
        return self._in_folder(place)

    def _writable(self, path):
        place = self._resolve(path)
        if place in self.folders:
            raise IsADirectoryError(f"{place} is a folder")
        return self._in_folder(place)

    def _in_folder(self, place):
        if self._parent(place) not in self.folders:
            raise FileNotFoundError(f"there is no folder {self._parent(place)}")
        return place

    def _target(self, target, source):
        """Where a file goes: a folder keeps its name, any other path must be free."""
        place = self._resolve(target)
        if place in self.folders:
            return self._free(place.rstrip("/") + "/" + source.rsplit("/", 1)[1])
        return self._free(target)

    def _content(self, text):
        if not isinstance(text, str):
            raise TypeError("text must be a text")
        return text
