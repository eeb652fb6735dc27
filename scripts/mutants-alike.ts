/** Changes to rules that make no difference, and why: nobody can notice them (scripts/mutants.ts). By the rules, a piece of the line, from, to. */
type Alike = readonly [code: string, from: string, to: string, why: string]
const OF: Readonly<Record<string, readonly Alike[]>> = {
  'src/modules/billing/bills/lateFee.rules.ts': [
    ['asOf <= free', '<=', '<', 'On the last free day there is a stretch of no days, and that is left out.'],
    ['payment.valueOn > asOf', '>', '>=', 'What is paid on the day itself counts from the day after, which is not looked at.'],
    ['if (of.length === 0) return ZERO', 'of.length === 0', 'false', 'Of no days the sum is nothing, and so is the fee.'],
    ['bill.capBp ?? 0', '0', '1', 'The ceiling is named only where there is one.'],
  ],
  'src/modules/billing/shares/split.rules.ts': [
    ['(value ?? 0) < 0', '0', '1', 'What is undefined is no integer, which is asked before.'],
    ['mulDivFloor(rest, bp ?? 0', '0', '1', 'Who has no share has a fixed amount, which was looked up before.'],
  ],
  'src/modules/billing/payments/payment.rules.ts': [
    ['padStart(16', '16', '17', 'Padded alike they compare alike.'],
    ['bill.ofBill === null', 'bill.ofBill === null', 'false', 'No bill bears the number that nothing is padded to.'],
    ['got.get(bill.id) ?? 0)', '0', '1', 'Every bill begins with nothing got.'],
    ['wish.amount <= 0', '<=', '<', 'Of nothing wished nothing is taken.'],
    ['got.get(Number(billId)) ?? 0', '0', '1', 'Every bill begins with nothing got.'],
  ],
  'src/modules/billing/payments/allocation.rules.ts': [
    ['cost: 0, late: 1, principal: 2', '2', '3', 'Only the order of the ranks counts.'],
    ['principal: 0, late: 1, cost: 2', '2', '3', 'Only the order of the ranks counts.'],
    ['a < b ? -1 : a > b ? 1 : 0', '1', '2', 'Only the sign of a comparison counts.'],
    ['item.amount < 0', '<', '<=', 'A credit of nothing takes nothing off.'],
    ['item.amount < 0', '0', '1', 'Amounts are whole, and a credit of nothing takes nothing off.'],
  ],
  'src/modules/telematics/engine/trips.rules.ts': [
    ['!last || !state.now', '||', '&&', 'There is a last report exactly when there is a stretch.'],
    ['metres > ELSEWHERE', '>', '>=', 'No way along the earth is that length to the last bit.'],
    ['<= ABSURD)', '<=', '<', 'No way along the earth is that length to the last bit.'],
    ['metres <= ABSURD * (dt / 1000)', '<=', '<', 'No way along the earth is that length to the last bit.'],
    ['(metres / dt) * 3600 >= MOVING', '>=', '>', 'No way along the earth is that length to the last bit.'],
    ['maybe.gps >= TRIP_METRES', '>=', '>', 'No way along the earth is that length to the last bit.'],
  ],
  'src/modules/telematics/engine/fences.rules.ts': [
    ['  streakAt: 0,', '0', '1', 'Written when a streak begins, before it is read.'],
    ['  streakLng: 0,', '0', '1', 'Written when a streak begins, before it is read.'],
    ['  streakLat: 0,', '0', '1', 'Written when a streak begins, before it is read.'],
    ['  enteredAt: 0,', '0', '1', 'Written at the entering, before it is read.'],
    ['  told: false,', 'false', 'true', 'Written at the entering, before it is read.'],
    ['  stayTold: false,', 'false', 'true', 'Written at the entering, before it is read.'],
    ['  speedTold: false,', 'false', 'true', 'Written at the entering, before it is read.'],
    [
      'fence.windows.length === 0) return true',
      '!fence.startOn && !fence.endOn && fence.windows.length === 0',
      'false',
      'A short cut: what follows says the same.',
    ],
    ['metres < 2 * SAMPLE_METRES', '<', '<=', 'No way along the earth is that length to the last bit.'],
    ['metres > ABSURD', '>', '>=', 'No way along the earth is that length to the last bit.'],
    ['i < n; i++', '<', '<=', 'The last sample is the report itself, and who is inside there did not cross.'],
    ['?.streak ?? 0) > 0', '??', '&&', 'Who is about to enter was inside at the report before, and did not cross.'],
    ['?.streak ?? 0) > 0', '0', '1', 'Who is about to enter was inside at the report before, and did not cross.'],
  ],
  'src/modules/telematics/engine/temperature.rules.ts': [
    ['running: false, out: null', 'false', 'true', 'Read only after a first reading, which writes it.'],
    ['    if (state.out) {', 'state.out', 'true', 'Of nothing open nothing is told.'],
    ['  if (out) {', 'out', 'true', 'Of nothing open nothing is told.'],
    ['lowest: -1e6', '1e6', '1000001', 'No temperature is that far away.'],
    ['p.maxSpread ?? 1e6', '1e6', '1000001', 'No temperature is that far away.'],
  ],
  'src/modules/leasing/returns/settlement.rules.ts': [
    ['boundary(anchor, month, 1) < end', '<', '<=', 'A month that begins at the end has no days in it.'],
    ['from < input.startOn', '<', '<=', 'Equal days are the same day.'],
    ['to < end ? to : end', '<', '<=', 'Equal days are the same day.'],
    ['end > input.startOn', '>', '>=', 'Equal days are the same day.'],
    ['input.violationHold ?? 0', '0', '1', 'Any whole number passes the check.'],
    [
      'sources !== s.totalCharges',
      'sources !== s.totalCharges || given !== placed',
      'false',
      'A proof of what stands above it: no input fails it.',
    ],
    ['sources !== s.totalCharges', '||', '&&', 'A proof of what stands above it: no input fails it.'],
  ],
  'src/modules/leasing/returns/return.rules.ts': [
    ['m.endOn > end', '>', '>=', 'Of no days the rent is nothing.'],
    ['end > item.startOn', '>', '>=', 'Equal days are the same day.'],
    ['left.get(b.id) ?? 0', '0', '1', 'Every bill has its room.'],
    ['m.startOn < end', '<', '<=', 'Of no days the rent is nothing.'],
    ['m.endOn < end ? m.endOn : end', '<', '<=', 'Equal days are the same day.'],
    ['e.to >= e.from', '>=', '>', 'Of no points the fee is nothing, and no line is written.'],
    ['const over = of ?', 'of', 'true', 'Of no bills nothing comes off.'],
    ['return kept ?', 'kept', 'true', 'Of nothing kept nothing is taken off.'],
    ['const over = of ?', '0', '1', 'Of no bills nothing comes off; of bills whose fee nobody reckons nothing does, by the example.'],
  ],
  'src/modules/leasing/rent/term-months.rules.ts': [
    ['[y1 = 0, m1 = 0]', '0', '1', 'A day always has a year and a month.'],
    ['[y2 = 0, m2 = 0]', '0', '1', 'A day always has a year and a month.'],
  ],
  'src/modules/leasing/rent/proration.rules.ts': [
    ['if (k <= 0)', '<=', '<', 'Of no days the rent is nothing.'],
    ['if (end <= start)', '<=', '<', 'Of no days the rent is nothing.'],
    ['dailyRent = 0', '0', '1', 'Without a rent of the day the amount is refused before.'],
  ],
}

export const ALIKE = Object.entries(OF).flatMap(([file, all]) => all.map(([code, from, to, why]) => ({ file, code, from, to, why })))
