// The name of the machine that a person sits at, in a file of its own so that what needs no more than the name loads no more.

/** Where no ssh is between. No ssh host can have this name: it has a space. */
export const thisComputer = 'this computer';
