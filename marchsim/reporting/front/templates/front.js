document.documentElement.classList.add("js");
const key = (row, at) => {
  const cell = row.cells[at];
  return "v" in cell.dataset ? +cell.dataset.v : cell.textContent.trim().toLowerCase();
};
for (const table of document.querySelectorAll("table[data-sort]")) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    head.setAttribute("aria-sort", "none");
    button.onclick = () => {
      const up = head.getAttribute("aria-sort") === "descending";
      heads.forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      [...body.rows].sort((a, b) => {
        const [x, y] = [key(a, at), key(b, at)];
        return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
      }).forEach((row) => body.append(row));
    };
  });
}
for (const input of document.querySelectorAll(".filter input")) {
  const table = document.getElementById(input.dataset.for), told = input.parentNode.querySelector("output");
  input.oninput = () => {
    const words = input.value.toLowerCase();
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(words);
      shown += !row.hidden;
    }
    told.textContent = shown + " shown";
  };
}
const opened = () => {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  const fold = place && place.closest("details");
  if (fold) fold.open = true;
};
opened();
addEventListener("hashchange", opened);
