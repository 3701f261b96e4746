for (const table of document.querySelectorAll('table.sorts')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.firstChild.addEventListener('click', () => {
    // Names begin with A, numbers with the greatest; the same heading again turns it round.
    const orders = column ? ['descending', 'ascending'] : ['ascending', 'descending'];
    const order = head.getAttribute('aria-sort') === orders[0] ? orders[1] : orders[0];
    heads.forEach(other => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    const value = row => row.cells[column].dataset.value;
    const compare = (a, b) => {
      const [x, y] = [value(a), value(b)];
      // What was never measured comes last either way.
      if (x === '' || y === '') return (x === '') - (y === '');
      return sign * (column ? x - y : x.localeCompare(y));
    };
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
  }));
}
