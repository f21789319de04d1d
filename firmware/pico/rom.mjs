// A stand-in for the RP2040's boot ROM, which no package contains.
//
// Each ROM function is two instructions here: a breakpoint with the function's number,
// which calls the JavaScript that does the work, and a return. A function that MicroPython
// does not use on our boards is missing, and throws an error when called.

const SIZE = 16384;
const FUNCTIONS = 0x100;
const FLOATS = 0x800;
const BKPT = 0xbe00;
const BX_LR = 0x4770;

const real = new Float32Array(1);
const word = new Uint32Array(real.buffer);

function asFloat(bits) {
  word[0] = bits;
  return real[0];
}

function asBits(float) {
  real[0] = float;
  return word[0];
}

function clamped(value, low, high) {
  return Number.isNaN(value) ? 0 : Math.max(low, Math.min(high, value));
}

/** Give `mcu` a boot ROM that calls `flash` with the offset and bytes of each change. */
export function fitRom(mcu, flash) {
  const rom = new DataView(new ArrayBuffer(SIZE));
  const played = [];

  /** Add a ROM function, which gets the registers as arguments, and return its address. */
  function place(play) {
    const at = FUNCTIONS + 4 * played.length;
    played.push(play);
    rom.setUint16(at, BKPT | (played.length - 1), true);
    rom.setUint16(at + 2, BX_LR, true);
    return at | 1;
  }

  const addresses = new Map();
  for (const [code, play] of Object.entries(functions(mcu, flash))) {
    addresses.set(code.charCodeAt(0) | (code.charCodeAt(1) << 8), place(play));
  }
  floats().forEach((play, n) => rom.setUint32(FLOATS + 4 * n, place(play), true));
  addresses.set("S".charCodeAt(0) | ("F".charCodeAt(0) << 8), FLOATS);
  // MicroPython reads the table of double functions at its start, but never uses it.
  addresses.set("S".charCodeAt(0) | ("D".charCodeAt(0) << 8), FLOATS);

  const find = place((r) => {
    r[0] = addresses.get(r[1] & 0xffff) ?? 0;
  });
  rom.setUint32(0, 0x20042000, true); // where the stack begins
  rom.setUint32(0x10, 0x0201754d, true); // "Mu", 1, and the version of the ROM
  rom.setUint16(0x14, 0x700, true); // its tables of functions and data, which only
  rom.setUint16(0x16, 0x700, true); // `find` looks into
  rom.setUint16(0x18, find, true);
  mcu.loadBootrom(new Uint32Array(rom.buffer));
  mcu.onBreak = (number) => {
    if (!played[number]) throw new Error(`break point ${number}: MicroPython gave up`);
    played[number](mcu.core.registers);
  };
}

function functions(mcu, flash) {
  const copy = (r) => {
    for (let n = 0; n < r[2]; n++) mcu.writeUint8(r[0] + n, mcu.readUint8(r[1] + n));
  };
  const fill = (r) => {
    for (let n = 0; n < r[2]; n++) mcu.writeUint8(r[0] + n, r[1] & 0xff);
  };
  const nothing = () => {};
  return {
    P3: (r) => {
      r[0] = r[0].toString(2).replaceAll("0", "").length;
    },
    R3: (r) => {
      r[0] = parseInt([...r[0].toString(2).padStart(32, "0")].reverse().join(""), 2);
    },
    L3: (r) => {
      r[0] = Math.clz32(r[0]);
    },
    T3: (r) => {
      r[0] = r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32;
    },
    MC: copy,
    C4: copy,
    MS: fill,
    S4: fill,
    IF: nothing, // flash: connect, leave its fast mode, forget what is cached, enter
    EX: nothing,
    FC: nothing,
    CX: nothing,
    RE: (r) => {
      mcu.flash.fill(0xff, r[0], r[0] + r[1]);
      flash(r[0], mcu.flash.subarray(r[0], r[0] + r[1]));
    },
    RP: (r) => {
      for (let n = 0; n < r[2]; n++) mcu.flash[r[0] + n] &= mcu.readUint8(r[1] + n);
      flash(r[0], mcu.flash.subarray(r[0], r[0] + r[2]));
    },
    UB: () => {
      throw new Error("the board went into its boot loader");
    },
  };
}

/** The ROM's arithmetic on floats, in the order of its table. */
function floats() {
  const two = (count) => (r) => {
    r[0] = asBits(count(asFloat(r[0]), asFloat(r[1])));
  };
  const one = (count) => (r) => {
    r[0] = asBits(count(asFloat(r[0])));
  };
  const compare = (r) => {
    const [a, b] = [asFloat(r[0]), asFloat(r[1])];
    r[0] = a < b ? -1 : a === b ? 0 : 1;
  };
  const table = new Array(32);
  for (let n = 0; n < table.length; n++) {
    table[n] = () => {
      throw new Error(`function ${n} of the ROM's floats is not played`);
    };
  }
  table[0] = two((a, b) => a + b);
  table[1] = two((a, b) => a - b);
  table[2] = two((a, b) => a * b);
  table[3] = two((a, b) => a / b);
  table[4] = table[21] = compare;
  table[6] = one(Math.sqrt);
  table[7] = (r) => {
    r[0] = clamped(Math.trunc(asFloat(r[0])), -(2 ** 31), 2 ** 31 - 1);
  };
  table[9] = (r) => {
    r[0] = clamped(Math.trunc(asFloat(r[0])), 0, 2 ** 32 - 1);
  };
  table[11] = (r) => {
    r[0] = asBits(r[0] | 0);
  };
  table[13] = (r) => {
    r[0] = asBits(r[0] >>> 0);
  };
  return table;
}
