/** xorshift32: one multiplication-free step a draw, the same everywhere. */
export class Dice {
  private s: number
  constructor(seed: number) {
    this.s = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ 0x2545f491) | 0
    if (this.s === 0) this.s = 0x1234567
    for (let i = 0; i < 8; i++) this.bits()
  }
  bits(): number {
    let x = this.s
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.s = x
    return x >>> 0
  }
  /** 0 to below 1. */
  next(): number {
    return this.bits() / 4_294_967_296
  }
  /** 0 to below n. */
  below(n: number): number {
    return Math.floor((this.bits() / 4_294_967_296) * n)
  }
}
