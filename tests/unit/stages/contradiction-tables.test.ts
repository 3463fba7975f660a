import { describe, expect, it } from 'vitest';
import limitsFile from '../../../config/pipeline_limits.json';
import { claims, contradiction } from '../../../electron/engine/stages/contradictions';
import { numbersOf } from '../../../electron/engine/stages/quantities';

const similarity = limitsFile.gate.contradictionSimilarity;
const kindOf = (one: string, other: string) => contradiction(claims(one), claims(other), similarity)?.kind ?? null;

/** Both ways round: which of two passages ranks better must not decide whether they conflict. */
function expectBoth(one: string, other: string, kind: string | null): void {
  expect([kindOf(one, other), kindOf(other, one)]).toEqual([kind, kind]);
}

describe('passages that contradict each other', () => {
  it.each([
    ['The silk bears at most 50 lux of light.', 'The silk bears at most 70 lux of light.'],
    ['The tower of the mill is 1,500 m high.', 'The tower of the mill is 1,600 m high.'],
    ['The tower of the mill is 1.5 km high.', 'The tower of the mill is 1600 m high.'],
    ['Der Turm der Mühle ist 40 m hoch.', 'Der Turm der Mühle ist 45 m hoch.'],
    ['La torre del molino mide 40 metros de alto.', 'La torre del molino mide 45 metros de alto.'],
    ['The repair of the wheel cost €2.5 million in total.', 'The repair of the wheel cost 3,5 million euros in total.'],
    ['The hall holds 120 visitors at a time.', 'The hall holds 80 visitors at a time.'],
    ['The hall has five doors to the garden.', 'The hall has 6 doors to the garden.'],
    ['Silk is kept between 18 and 20 °C in the case.', 'Silk is kept between 21 and 23 °C in the case.'],
    ['Silk is kept at 5–10 % of the light.', 'Silk is kept at 12 % of the light.'],
    ['The museum is open until 17:00 on weekdays.', 'The museum is open until 6 pm on weekdays.'],
    ['The guarantee of the lamp lasts two years.', 'The guarantee of the lamp lasts 36 months.'],
    ['Hall A is 5 m long and the wing is 7 m long.', 'Hall A is 7 m long and the wing is 5 m long.'],
    ['In 2019 the museum counted 5000 visitors.', 'In 2019 the museum counted 7000 visitors.'],
  ])('by a number: %s / %s', (one, other) => {
    expectBoth(one, other, 'number');
  });

  it.each([
    ['The mill was opened to the public in 1881.', 'The mill was opened to the public in 1891.'],
    ['The mill was opened on 4 March 1881 by the mayor.', 'The mill was opened on March 5, 1881 by the mayor.'],
    ['The mill was opened on 1881-03-04 by the mayor.', 'The mill was opened on 04.05.1881 by the mayor.'],
    ['Die Mühle wurde am 4. März 1881 eröffnet.', 'Die Mühle wurde am 4. Mai 1881 eröffnet.'],
    ['El molino se abrió el 4 de marzo de 1881.', 'El molino se abrió el 4 de mayo de 1881.'],
    ['The tower, 40 m high, was finished in 1881.', 'The tower, 40 m high, was finished in 1891.'],
  ])('by a date: %s / %s', (one, other) => {
    expectBoth(one, other, 'date');
  });

  it.each([
    ['The north gate is open to all visitors.', 'The north gate is not open to all visitors.'],
    ['The lamps in the hall are ever dimmed.', 'The lamps in the hall are never ever dimmed.'],
    ['Das Museum hat am Montag Führungen im Haus.', 'Das Museum hat am Montag keine Führungen im Haus.'],
    ['Das Tor ist für Besucher heute offen.', 'Das Tor ist für Besucher heute geschlossen.'],
    ['The north gate is open on Sunday evening.', 'The north gate is closed on Sunday evening.'],
    ['Flash is allowed in the north hall.', 'Flash is forbidden in the north hall.'],
    ['La puerta del norte abre los domingos.', 'La puerta del norte no abre los domingos.'],
  ])('by denial: %s / %s', (one, other) => {
    expectBoth(one, other, 'negation');
  });
});

describe('passages that do not', () => {
  it.each([
    // the same amount, written otherwise
    ['The tower of the mill is 1,500 m high.', 'The tower of the mill is 1500 m high.'],
    ['The tower of the mill is 1,500 m high.', 'The tower of the mill is 1.5 km high.'],
    ['The tower of the mill is 1.500 m high.', 'The tower of the mill is 1,500 m high.'],
    ['The talk in the hall takes 90 minutes.', 'The talk in the hall takes 1.5 hours.'],
    ['The case is kept at 50 % of the light.', 'The case is kept at 50 percent of the light.'],
    ['The hall has five doors to the garden.', 'The hall has 5 doors to the garden.'],
    ['The silk is kept at 20 °C in the case.', 'The silk is kept at 68 °F in the case.'],
    ['The repair cost 2.5 million euros in total.', 'The repair cost €2,500,000 in total.'],
    // the same date, written otherwise or less exactly
    ['The mill was opened on 4 March 1881 by the mayor.', 'The mill was opened on March 4th, 1881 by the mayor.'],
    ['The mill was opened on 1881-03-04 by the mayor.', 'The mill was opened on 4.3.1881 by the mayor.'],
    ['The mill was opened on 03/04/1881 by the mayor.', 'The mill was opened on 1881-04-03 by the mayor.'],
    ['The mill was opened to the public in 1881.', 'The mill was opened to the public in March 1881.'],
    ['The museum is open until 17:00 on weekdays.', 'The museum is open until 5 pm on weekdays.'],
    // ranges and bounds that leave room
    ['Silk is kept at 5–10 % of the light.', 'Silk is kept at 8 % of the light.'],
    ['Silk is kept between 18 and 20 °C in the case.', 'Silk is kept at 19 °C in the case.'],
    ['The hall holds at most 120 visitors a day.', 'The hall holds 80 visitors a day.'],
    ['The hall holds about 100 visitors a day.', 'The hall holds 104 visitors a day.'],
    // different things
    ['The north hall of the mill holds 120 people.', 'The south hall of the mill holds 80 people.'],
    ['The hall of the mill has 12 windows.', 'The hall of the mill has 14 doors.'],
    ['The lamp in the case gives 50 lux.', 'The lamp in the case gives 50 °C.'],
    ['The lamp of Anna Berg is 50 cm high.', 'The lamp of Paula Berg is 70 cm high.'],
    ['The north gate is open to all visitors.', 'The south gate is not open to all visitors.'],
    ['See page 3 for the limits of every display case.', 'See page 4 for the limits of every display case.'],
    ['Error ERR_4012 stops the pump at once.', 'Error ERR_4013 stops the pump at once.'],
    ['Version 1.2.3 of the program reads this file.', 'Version 1.2.4 of the program reads this file.'],
    // years and quantities
    ['The mill ground flour for the town in 1881.', 'The mill ground flour for the town with 1200 men.'],
    ['In 2019 the museum counted 5000 visitors.', 'In 2020 the museum counted 7000 visitors.'],
    ['The museum counted 5000 visitors in 2019.', 'The museum counted 7000 visitors in 2020.'],
    ['In 2019 the museum had 5 halls.', 'In 2020 the museum had 5 halls.'],
    ['The museum was open to visitors in 2019.', 'The museum was not open to visitors in 2020.'],
    // denials that deny nothing, or twice
    ['The gate is open to members of the club.', 'The gate is open not only to members of the club.'],
    ['The north gate is open on Sunday evening.', 'The north gate is not closed on Sunday evening.'],
    ['The limit of the lamp is 50 lux today.', 'The limit of the lamp is not 70 lux today.'],
    // nothing at all
    ['', ''],
    ['5', '6'],
    ['The mill grinds rye for the town.', 'The mill grinds rye for the town.'],
  ])('%s / %s', (one, other) => {
    expectBoth(one, other, null);
  });
});

describe('numbersOf', () => {
  it.each([
    ['1500', [1500]],
    ['1,500', [1500, 1.5]],
    ['1.500', [1500, 1.5]],
    ['1 500', [1500]],
    ['1’500', [1500]],
    ['1,500,000', [1_500_000]],
    ['1.500.000', [1_500_000]],
    ['1,500.25', [1500.25]],
    ['1.500,25', [1500.25]],
    ['0.500', [0.5]],
    ['3,5', [3.5]],
    ['1500.5', [1500.5]],
    ['-5', [-5]],
    ['1.2.3', []],
    ['192.168.0.1', []],
  ])('%s → %j', (written, values) => {
    expect(numbersOf(written)).toEqual(values);
  });
});
