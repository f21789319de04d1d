// Emulates a Raspberry Pi Pico with multiplexers on its pins.
//
//   node chip.mjs MICROPYTHON FOLDER SERIAL
//
// Standard input and output are its USB plug. Files in FOLDER hold the chip's memory and
// inputs. `flash.bin` is the flash, made from MICROPYTHON (the built image) if it is missing,
// and written whenever the chip writes, so killing this program acts like a power cut.
// `note` holds the registers that survive a reset; a reset ends the program with status 3.
// `low` lists the inputs pulled to ground, and is read at the start of each scan. `lamp` gets
// one character each time the lamp switches. If UNDERTOW_CUT is set, the power fails after
// that many flash writes, and the program ends with status 9.
//
// `multiplexers.json` in FOLDER lists the multiplexers' pins, and how long the pull-up takes
// to raise a signal:
// {"select": [2, 3, 4, 5], "signals": [6, 7], "rise_us": 10}.
import fs from "node:fs";
import path from "node:path";
import { ConsoleLogger, LogLevel, Simulator, USBCDC } from "rp2040js";
import { fitRom } from "./rom.mjs";

const [RESET, POWER_CUT] = [3, 9];
const CYCLE_NANOS = 8; // at 125 MHz
const IN_ONE_GO = 20000; // instructions between two readings of the clock
const LAMP = 25;

const [micropython, folder, serial] = process.argv.slice(2);
const at = (name) => path.join(folder, name);
const { clock, rp2040: mcu } = new Simulator();
mcu.logger = new ConsoleLogger(LogLevel.Error);

function fitFlash() {
  if (!fs.existsSync(at("flash.bin"))) {
    const blank = Buffer.alloc(2 * 1024 * 1024, 0xff);
    fs.readFileSync(micropython).copy(blank);
    fs.writeFileSync(at("flash.bin"), blank);
  }
  const file = fs.openSync(at("flash.bin"), "r+");
  let left = Number(process.env.UNDERTOW_CUT || Infinity);
  fitRom(mcu, (offset, bytes) => {
    if (left-- === 0) process.exit(POWER_CUT);
    fs.writeSync(file, bytes, 0, bytes.length, offset);
  });
  mcu.flash.set(fs.readFileSync(at("flash.bin")), 0); // after the ROM, which resets the chip
}

/** Make the flash chip answer the command for its serial number, which is the board's. */
function fitSerial() {
  const [dataRegister, readUniqueId, dummies] = [0x60, 0x4b, 5];
  const ssi = mcu.peripherals[0x18000];
  const [read, write] = [ssi.readUint32.bind(ssi), ssi.writeUint32.bind(ssi)];
  const id = Buffer.from(serial, "hex");
  let told = -1; // how many bytes of the answer are sent; -1 without a question
  ssi.writeUint32 = (offset, value) => {
    if (offset === dataRegister && told < 0 && value === readUniqueId) told = 0;
    write(offset, value);
  };
  ssi.readUint32 = (offset) => {
    if (offset !== dataRegister || told < 0) return read(offset);
    const byte = told < dummies ? 0 : id[told - dummies];
    told = told + 1 === dummies + id.length ? -1 : told + 1;
    return byte;
  };
}

function fitChance() {
  const randomBit = 0x1c;
  const oscillator = mcu.peripherals[0x40060];
  const read = oscillator.readUint32.bind(oscillator);
  oscillator.readUint32 = (offset) => (offset === randomBit ? Math.round(Math.random()) : read(offset));
}

function fitWatchdog() {
  const watchdog = mcu.peripherals[0x40058];
  if (fs.existsSync(at("note"))) {
    watchdog.scratchData.set(JSON.parse(fs.readFileSync(at("note"), "utf8")));
    fs.unlinkSync(at("note")); // forgotten without power
  }
  watchdog.onWatchdogTrigger = () => {
    fs.writeFileSync(at("note"), JSON.stringify([...watchdog.scratchData]));
    process.exit(RESET);
  };
}

function lowInputs() {
  const text = fs.existsSync(at("low")) ? fs.readFileSync(at("low"), "utf8") : "";
  return text.split(/\s+/).filter(Boolean).map(Number);
}

/** A sensor pulls its line down at once; only the slow pull-up raises it again. */
function fitMultiplexers({ select, signals, rise_us: riseUs }) {
  const channels = 16;
  let low = new Set();
  const isLow = (number, channel) => low.has(channels * number + channel);
  const channelNow = () => select.reduce((sum, pin, line) => sum + (mcu.gpio[pin].outputValue ? 1 << line : 0), 0);
  const rise = clock.createAlarm(() => {
    const channel = channelNow();
    signals.forEach((pin, number) => {
      if (!isLow(number, channel)) mcu.gpio[pin].setInputValue(mcu.gpio[pin].pullupEnabled);
    });
  });
  const change = () => {
    const channel = channelNow();
    if (channel === 0) low = new Set(lowInputs());
    signals.forEach((pin, number) => {
      if (isLow(number, channel)) mcu.gpio[pin].setInputValue(false);
    });
    rise.schedule(riseUs * 1000);
  };
  for (const pin of select) mcu.gpio[pin].addListener(change);
}

function fitLamp() {
  let was = false;
  mcu.gpio[LAMP].addListener(() => {
    const is = mcu.gpio[LAMP].outputValue;
    if (is !== was) fs.appendFileSync(at("lamp"), is ? "1" : "0");
    was = is;
  });
}

function fitUsb() {
  const usb = new USBCDC(mcu.usbCtrl);
  const [coming, going] = [[], []];
  usb.onSerialData = (bytes) => going.push(Buffer.from(bytes));
  process.stdin.on("data", (bytes) => coming.push(...bytes));
  process.stdin.on("end", () => process.exit(0));
  return () => {
    while (coming.length && !usb.txFIFO.full) usb.sendSerialByte(coming.shift());
    try {
      while (going.length) {
        const sent = fs.writeSync(1, going[0]);
        going[0] = going[0].subarray(sent);
        if (!going[0].length) going.shift();
      }
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // the other end is not reading now
    }
  };
}

/** Run no faster than real time; if emulation is slower, so is the chip's own clock. */
function run(moveBytes) {
  let started = performance.now();
  const goOn = () => {
    moveBytes();
    for (let n = 0; n < IN_ONE_GO; n++) {
      if (mcu.core.waiting) {
        clock.tick(Math.max(CYCLE_NANOS, Math.min(clock.nanosToNextAlarm, 1e6)));
        break;
      }
      clock.tick(mcu.core.executeInstruction() * CYCLE_NANOS);
    }
    const aheadMs = clock.nanos / 1e6 - (performance.now() - started);
    if (aheadMs < 0) started -= aheadMs;
    if (aheadMs > 1) setTimeout(goOn, aheadMs);
    else setImmediate(goOn);
  };
  goOn();
}

fitFlash();
fitSerial();
fitChance();
fitWatchdog();
fitMultiplexers(JSON.parse(fs.readFileSync(at("multiplexers.json"), "utf8")));
fitLamp();
mcu.core.PC = 0x10000000;
run(fitUsb());
