"""What scripts that make runs for hours share: records of finished runs, and the pages made of them."""
import json

BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"


def read_records(path):
    """By their keys. A last line that was not written to its end is left out."""
    if not path.exists():
        return {}
    lines = [line for line in path.read_text().splitlines() if line.endswith("}")]
    return {record["key"]: record for record in map(json.loads, lines)}


def append_record(path, record):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")


def write_between_marks(page, title, text):
    """Replaces what stands between the marks of the page; the discussion around stays."""
    old = page.read_text() if page.exists() else f"# {title}\n\n{BEGIN}\n{END}\n"
    before, rest = old.split(BEGIN)
    after = rest.split(END)[1]
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")
