/** Throws: transformers.js reads pictures with sharp, and Vitrine gives it none. */
module.exports = function sharp() {
  throw new Error('Vitrine does not install sharp. scripts/stand-ins/sharp stands in for it (docs/adr/0060).');
};
