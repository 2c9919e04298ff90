"use strict";
// The player of a match's page. It draws what tracks and tiles say (scenes/export/page/tracks.py, tiles.py); nothing is fetched.
(() => {
const PIXEL = 16, DEGREE = 32, SCALE = 16384;
const CHANNELS = {L: 7, F: 7, S: 10, Q: 13};
const CAPTION_S = 2.5, STEP_S = 5, LONGEST_HEARD_S = 0.5, MOST_TEXTURES = 500, MOST_QUADS = 4096, STEADY_FRAMES = 10;

// ------------------------------------------------------------------------------------------ reading

// Two letters of 91 (those from ! to ~ but for ", & and <) are 13 bits.
const digit = code => code - 33 - (code > 34) - (code > 38) - (code > 60);
const bytesOf = ({textContent: text, dataset}) => {
  const bytes = new Uint8Array(Number(dataset.bytes));
  for (let i = 0, at = 0, bits = 0, waiting = 0; i < text.length; i += 2) {
    waiting = (waiting & 255) << 13 | 91 * digit(text.charCodeAt(i)) + digit(text.charCodeAt(i + 1));
    for (bits += 13; bits > 7; bits -= 8) bytes[at++] = waiting >> bits - 8;
  }
  return bytes;
};

const inflated = async bytes => {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

// Whole numbers of seven bits a byte, the sign in the lowest.
const reader = bytes => {
  let at = 0;
  return () => {
    let value = 0, weight = 1, byte;
    do { byte = bytes[at++]; value += (byte & 127) * weight; weight *= 128; } while (byte > 127);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
};

const readChannel = next => {
  const count = next(), frames = new Int32Array(count), values = new Float64Array(count), held = new Uint8Array(count);
  for (let i = 0, frame = 0; i < count; i++) { const gone = next(); held[i] = gone & 1; frames[i] = frame += gone >> 1; }
  for (let i = 0, value = 0; i < count; i++) values[i] = value += next();
  return {frames, values, held, at: 0};
};

const lastUntil = (list, frame) => {
  let low = 0, high = list.length - 1;
  while (low < high) { const middle = (low + high + 1) >> 1; if (list[middle] <= frame) low = middle; else high = middle - 1; }
  return low;
};

const valueAt = (channel, frame) => {
  const {frames, values, held} = channel, count = frames.length;
  if (count === 1) return values[0];
  let i = channel.at;
  if (frames[i] > frame || (i + 1 < count && frames[i + 1] <= frame)) {
    const next = frames[i] <= frame && (i + 2 >= count || frames[i + 2] > frame);
    channel.at = i = next ? i + 1 : lastUntil(frames, frame);
  }
  if (held[i] || i + 1 >= count) return values[i];
  return values[i] + (values[i + 1] - values[i]) * (frame - frames[i]) / (frames[i + 1] - frames[i]);
};

const readMatch = (bytes, meta) => {
  const next = reader(bytes), pictures = [], tracks = [], orders = [], starts = [];
  for (let count = next(); count > 0; count--) {
    const wide = next(), high = next(), anchorX = next() / PIXEL, anchorY = next() / PIXEL;
    const tiles = new Int32Array(Math.ceil(wide / meta.tile) * Math.ceil(high / meta.tile));
    for (let i = 0, tile = 0; i < tiles.length; i++) tiles[i] = tile += next();
    pictures.push({wide, high, anchorX, anchorY, tiles, made: null, tinted: null, used: 0});
  }
  for (let count = next(); count > 0; count--) {
    const kind = String.fromCharCode(next()), carrier = next(), channels = [];
    for (let i = 0; i < CHANNELS[kind]; i++) channels.push(readChannel(next));
    tracks.push({kind, carrier, channels});
  }
  for (let count = next(), frame = 0, order = []; count > 0; count--) {
    frame += next();
    const head = next(), tail = next(), middle = [];
    for (let left = next(); left > 0; left--) middle.push(next());
    order = order.slice(0, head).concat(middle, order.slice(order.length - tail));
    orders.push({all: order, plain: order.slice(0, order.length - next())});
    starts.push(frame);
  }
  return {pictures, tracks, orders, starts, clock: readChannel(next)};
};

// ------------------------------------------------------------------------------------------ a frame as quads

// Corners (lower left, lower right, upper right, upper left), colour times opacity, opacity, inset of the picture.
const quad = new Float32Array(13);

// Place and turn of a sprite, which may be stored relative to another one.
const poseOf = (tracks, {carrier, channels}, frame) => {
  const [x, y] = [1, 2].map(i => valueAt(channels[i], frame) / PIXEL);
  const turn = valueAt(channels[3], frame) / DEGREE * Math.PI / 180;
  if (carrier < 0) return [x, y, turn];
  const [fromX, fromY, turned] = poseOf(tracks, tracks[carrier], frame), cos = Math.cos(turned), sin = Math.sin(turned);
  return [fromX + cos * x + sin * y, fromY - sin * x + cos * y, turned + turn];
};

const spriteCorners = (picture, left, low, scale, at, [poseX, poseY, turn]) => {
  const x = left + scale * poseX, y = low + scale * poseY, cos = Math.cos(turn), sin = Math.sin(turn);
  const across = scale * at(4) / SCALE, up = scale * at(5) / SCALE;
  const acrossX = cos * across, acrossY = -sin * across, upX = sin * up, upY = cos * up;
  const {wide, high} = picture;
  quad[0] = x - picture.anchorX * acrossX - picture.anchorY * upX;
  quad[1] = y - picture.anchorX * acrossY - picture.anchorY * upY;
  quad[2] = quad[0] + wide * acrossX; quad[3] = quad[1] + wide * acrossY;
  quad[4] = quad[2] + high * upX; quad[5] = quad[3] + high * upY;
  quad[6] = quad[0] + high * upX; quad[7] = quad[1] + high * upY;
  for (let i = 0; i < 4; i++) quad[8 + i] = at(6 + i);
  quad[12] = 0;
};

const quadCorners = (left, low, scale, at) => {
  const size = scale / PIXEL, x = left + at(1) * size, y = low + at(2) * size;
  quad[0] = x; quad[1] = y;
  quad[2] = x + at(3) * size; quad[3] = y + at(4) * size;
  quad[6] = x + at(5) * size; quad[7] = y + at(6) * size;
  quad[4] = quad[2] + quad[6] - x + at(7) * size;
  quad[5] = quad[3] + quad[7] - y + at(8) * size;
  for (let i = 0; i < 4; i++) quad[8 + i] = at(9 + i);
  // As in the window, where pictures of an atlas are inset by half a pixel.
  quad[12] = 0.5;
};

const drawFrame = (match, frame, thoughts, renderer) => {
  let scale = 1, left = 0, low = 0;
  renderer.begin();
  const order = match.orders[lastUntil(match.starts, Math.floor(frame))];
  for (const number of thoughts ? order.all : order.plain) {
    const track = match.tracks[number], {kind, channels} = track, at = i => valueAt(channels[i], frame);
    if (kind === "L") {
      left = at(0) / PIXEL; low = at(1) / PIXEL; scale = at(2) / SCALE;
      renderer.clip(at(3), at(4), at(5), at(6));
    } else if (kind === "F") {
      renderer.fill([at(0), at(1), at(2)], at(3), at(4), at(5), at(6));
    } else {
      const picture = match.pictures[at(0)];
      if (kind === "S") spriteCorners(picture, left, low, scale, at, poseOf(match.tracks, track, frame));
      else quadCorners(left, low, scale, at);
      renderer.quad(picture);
    }
  }
  renderer.end();
};

// ------------------------------------------------------------------------------------------ two renderers

const composer = (sheets, meta) => {
  return picture => {
    const canvas = document.createElement("canvas"), across = Math.ceil(picture.wide / meta.tile);
    canvas.width = picture.wide;
    canvas.height = picture.high;
    const pen = canvas.getContext("2d");
    picture.tiles.forEach((tile, i) => {
      const x = i % across * meta.tile, y = Math.floor(i / across) * meta.tile, number = lastUntil(meta.sheets, tile);
      const sheet = sheets[number], row = Math.ceil(sheet.width / meta.tile), place = tile - meta.sheets[number];
      const wide = Math.min(meta.tile, picture.wide - x), high = Math.min(meta.tile, picture.high - y);
      const fromX = place % row * meta.tile, fromY = Math.floor(place / row) * meta.tile;
      pen.drawImage(sheet, fromX, fromY, wide, high, x, y, wide, high);
    });
    return canvas;
  };
};

// Forget the pictures that have not been drawn for longest once there are many.
const tidied = (pictures, forget) => {
  const made = pictures.filter(picture => picture.made);
  if (made.length <= MOST_TEXTURES) return;
  made.sort((a, b) => a.used - b.used);
  for (const picture of made.slice(0, made.length / 2)) { forget(picture.made); picture.made = picture.tinted = null; }
};

const plainRenderer = (canvas, pictures, compose) => {
  const pen = canvas.getContext("2d", {alpha: false}), tall = canvas.height;
  let clipped = false, stamp = 0;
  const unclip = () => { if (clipped) pen.restore(); clipped = false; };
  const tinted = (picture, red, green, blue) => {
    const key = red << 16 | green << 8 | blue;
    picture.tinted = picture.tinted || new Map();
    if (picture.tinted.has(key)) return picture.tinted.get(key);
    const made = document.createElement("canvas");
    made.width = picture.wide;
    made.height = picture.high;
    const brush = made.getContext("2d");
    brush.drawImage(picture.made, 0, 0);
    brush.globalCompositeOperation = "multiply";
    brush.fillStyle = `rgb(${red},${green},${blue})`;
    brush.fillRect(0, 0, picture.wide, picture.high);
    brush.globalCompositeOperation = "destination-in";
    brush.drawImage(picture.made, 0, 0);
    if (picture.tinted.size > 24) picture.tinted.clear();
    picture.tinted.set(key, made);
    return made;
  };
  return {
    name: "2d",
    begin() {
      stamp++;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.globalAlpha = 1;
      pen.fillStyle = "#000";
      pen.fillRect(0, 0, canvas.width, tall);
    },
    clip(x, y, wide, high) {
      unclip();
      if (x < 0) return;
      clipped = true;
      pen.save();
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.beginPath();
      pen.rect(x, tall - y - high, wide, high);
      pen.clip();
    },
    fill(colour, x, y, wide, high) {
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.globalAlpha = 1;
      pen.fillStyle = `rgb(${colour.join()})`;
      if (x < 0) pen.fillRect(0, 0, canvas.width, tall);
      else pen.fillRect(x, tall - y - high, wide, high);
    },
    quad(picture) {
      const opacity = quad[11] / 255;
      if (opacity <= 0 && !(quad[8] || quad[9] || quad[10])) return;
      picture.made = picture.made || compose(picture);
      picture.used = stamp;
      const {wide, high} = picture, inset = quad[12], most = Math.max(quad[8], quad[9], quad[10]);
      pen.setTransform((quad[2] - quad[0]) / wide, -(quad[3] - quad[1]) / wide, (quad[0] - quad[6]) / high,
        -(quad[1] - quad[7]) / high, quad[6], tall - quad[7]);
      const draw = (alpha, ...colour) => {
        const [red, green, blue] = colour.map(value => Math.min(255, Math.round(value / 8) * 8));
        pen.globalAlpha = Math.min(1, alpha);
        pen.drawImage(Math.min(red, green, blue) >= 250 ? picture.made : tinted(picture, red, green, blue),
          inset, inset, wide - 2 * inset, high - 2 * inset, 0, 0, wide, high);
      };
      if (most <= quad[11]) { draw(opacity, quad[8] / opacity, quad[9] / opacity, quad[10] / opacity); return; }
      // Light: it covers less than it adds.
      draw(opacity, 0, 0, 0);
      pen.globalCompositeOperation = "lighter";
      draw(most / 255, 255 * quad[8] / most, 255 * quad[9] / most, 255 * quad[10] / most);
      pen.globalCompositeOperation = "source-over";
    },
    end() { unclip(); tidied(pictures, () => {}); },
  };
};

const VERTEX = `attribute vec2 place; attribute vec2 texel; attribute vec4 tint; varying vec2 at; varying vec4 colour;
uniform vec2 size; void main() { gl_Position = vec4(place / size * 2.0 - 1.0, 0, 1); at = texel; colour = tint / 255.0; }`;
const FRAGMENT = `precision mediump float; varying vec2 at; varying vec4 colour; uniform sampler2D picture;
void main() { gl_FragColor = texture2D(picture, at) * colour; }`;
const TEXELS = [0, 1, 1, 1, 1, 0, 0, 0];

const programOf = gl => {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  ["place", "texel", "tint"].forEach((name, i) => gl.bindAttribLocation(program, i, name));
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
};

const graphicsRenderer = (canvas, pictures, compose) => {
  const gl = canvas.getContext("webgl", {alpha: false, antialias: false, preserveDrawingBuffer: true});
  const program = gl && programOf(gl);
  if (!program) return null;
  gl.useProgram(program);
  gl.uniform2f(gl.getUniformLocation(program, "size"), canvas.width, canvas.height);
  gl.viewport(0, 0, canvas.width, canvas.height);
  // One more is the picture kept from the frame before, the lower side of which comes first.
  const corners = new Float32Array(MOST_QUADS * 32 + 32), last = corners.slice(), order = new Uint16Array(MOST_QUADS * 6 + 6);
  const kept = {picture: {made: gl.createTexture(), near: false}, near: true, clip: null, first: MOST_QUADS, count: 1};
  let keptRuns = 0, steady = Infinity, drawn = 0;
  const {width: right, height: top} = canvas;
  [[0, top, 0, 1], [right, top, 1, 1], [right, 0, 1, 0], [0, 0, 0, 0]].forEach(
    (corner, i) => corners.set([...corner, 255, 255, 255, 255], 32 * MOST_QUADS + 8 * i));
  for (let i = 0; i <= MOST_QUADS; i++) order.set([0, 1, 2, 0, 2, 3].map(corner => 4 * i + corner), 6 * i);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, corners, gl.DYNAMIC_DRAW);
  [[2, 0], [2, 8], [4, 16]].forEach(([size, offset], i) => {
    gl.enableVertexAttribArray(i);
    gl.vertexAttribPointer(i, size, gl.FLOAT, false, 32, offset);
  });
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  let runs = [], before = [], count = 0, clip = null, stamp = 0;
  const bind = texture => {
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  };
  const make = picture => {
    picture.made = gl.createTexture();
    picture.near = null;
    bind(picture.made);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, compose(picture));
  };
  const draw = run => {
    if (run.clip) { gl.enable(gl.SCISSOR_TEST); gl.scissor(...run.clip); } else gl.disable(gl.SCISSOR_TEST);
    if (run.colour) {
      gl.clearColor(...run.colour, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      return;
    }
    if (run.picture.made) gl.bindTexture(gl.TEXTURE_2D, run.picture.made); else make(run.picture);
    if (run.picture.near !== run.near) {
      run.picture.near = run.near;
      for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, run.near ? gl.NEAREST : gl.LINEAR);
    }
    gl.drawElements(gl.TRIANGLES, 6 * run.count, gl.UNSIGNED_SHORT, 12 * run.first);
  };
  const alike = (run, other) => other && run.picture === other.picture && run.count === other.count
    && String(run.clip) === String(other.clip) && String(run.colour) === String(other.colour)
    && corners.subarray(32 * run.first, 32 * (run.first + run.count)).every((value, i) => value === last[32 * run.first + i]);
  // What lies behind all that has changed is kept as one picture: a computer without a graphics card draws half as much.
  const drawRuns = () => {
    let same = 0;
    while (same < runs.length && alike(runs[same], before[same])) same++;
    if (same === runs.length && same === before.length) return;
    if (same < keptRuns) keptRuns = 0;
    if (keptRuns) draw(kept); else draw({colour: [0, 0, 0], clip: null});
    const first = keptRuns;
    steady = Math.min(steady, same);
    // To keep it takes as long as to draw some frames.
    if (++drawn % STEADY_FRAMES === 0) {
      keptRuns = Math.max(keptRuns, steady);
      steady = Infinity;
    }
    runs.slice(first, keptRuns).forEach(draw);
    if (keptRuns > first) {
      bind(kept.picture.made);
      gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGB, 0, 0, right, top, 0);
    }
    runs.slice(keptRuns).forEach(draw);
  };
  return {
    name: "webgl",
    begin() { count = 0; before = runs; runs = []; clip = null; stamp++; },
    clip(...box) { clip = box[0] < 0 ? null : box; },
    fill(colour, ...box) { runs.push({colour: colour.map(value => value / 255), clip: box[0] < 0 ? null : box}); },
    quad(picture) {
      if (count >= MOST_QUADS) return;
      const insetX = quad[12] / picture.wide, insetY = quad[12] / picture.high;
      for (let i = 0; i < 4; i++) {
        corners.set([quad[2 * i], quad[2 * i + 1], TEXELS[2 * i] ? 1 - insetX : insetX,
          TEXELS[2 * i + 1] ? 1 - insetY : insetY, quad[8], quad[9], quad[10], quad[11]], 32 * count + 8 * i);
      }
      // Pixel on pixel nothing has to be smoothed, which is slow without a graphics card.
      const near = quad[2] - quad[0] === picture.wide && quad[7] - quad[1] === picture.high && quad[1] === quad[3]
        && quad[0] === quad[6] && quad[12] === 0 && Number.isInteger(quad[0]) && Number.isInteger(quad[1]);
      const run = runs[runs.length - 1];
      if (run && run.picture === picture && run.clip === clip && run.near === near) run.count++;
      else runs.push({picture, clip, near, first: count, count: 1});
      count++;
      picture.used = stamp;
    },
    end() {
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, corners.subarray(0, 32 * count));
      drawRuns();
      last.set(corners.subarray(0, 32 * count));
      tidied(pictures, texture => gl.deleteTexture(texture));
    },
  };
};

// ------------------------------------------------------------------------------------------ sound

// A sound's samples are stored in eight bits each, loud ones more coarsely.
const decoded = byte => Math.sign(byte) * (Math.pow(256, Math.abs(byte) / 127) - 1) / 255;

const soundsOf = (meta, bytes) => {
  const context = new AudioContext(), buffers = {};
  let at = 0;
  for (const [name, count] of meta.sounds) {
    const buffer = buffers[name] = context.createBuffer(1, count, meta.soundHz), samples = buffer.getChannelData(0);
    for (let i = 0; i < count; i++) samples[i] = decoded(bytes[at++] << 24 >> 24);
  }
  return {
    close: () => context.close(),
    play(name, volume) {
      const source = context.createBufferSource(), level = context.createGain();
      source.buffer = buffers[name];
      level.gain.value = volume;
      source.connect(level).connect(context.destination);
      source.start();
    },
  };
};

// ------------------------------------------------------------------------------------------ the player

const clockWords = ms => `${Math.floor(ms / 60000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

const start = async root => {
  const part = name => root.querySelector(`script[data-part="${name}"]`);
  const find = name => root.querySelector(`[data-is="${name}"]`);
  const meta = JSON.parse(part("meta").textContent), last = meta.frames - 1;
  const match = readMatch(await inflated(bytesOf(part("motion"))), meta);
  const samples = await inflated(bytesOf(part("sounds")));
  const sheets = await Promise.all([...root.querySelectorAll('script[data-part="sheet"]')].map(
    sheet => createImageBitmap(new Blob([bytesOf(sheet)], {type: "image/webp"}))));
  const canvas = find("picture"), line = find("line"), seek = find("seek"), time = find("time"), playButton = find("play");
  const hash = new URLSearchParams(location.hash.slice(1)), compose = composer(sheets, meta);
  [canvas.width, canvas.height] = meta.size;
  const renderer = (!hash.has("2d") && graphicsRenderer(canvas, match.pictures, compose))
    || plainRenderer(canvas, match.pictures, compose);
  let frame = 0, playing = false, before = 0, sounds = null, dramatic = false, thoughts = true;
  const captionAt = meta.captions.map(caption => caption[0]);

  const captionNow = () => {
    if (!captionAt.length || find("captions").hidden) return "";
    const [from, words] = meta.captions[lastUntil(captionAt, frame)];
    return from <= frame && frame - from < CAPTION_S * meta.hz ? words : "";
  };
  const paint = () => {
    drawFrame(match, Math.min(last, frame), thoughts, renderer);
    seek.value = frame;
    const words = clockWords(valueAt(match.clock, frame)), caption = captionNow();
    time.textContent = words;
    seek.setAttribute("aria-valuetext", words);
    if (line.textContent !== caption) line.textContent = caption;
  };
  const shotAt = at => meta.shots.findIndex(shot => at < shot[1]);
  // In the theatre only dramatic moments are seen, and their height slowly.
  const onward = passed => {
    let speed = Number(find("speed").value), to = frame;
    const shot = dramatic ? meta.shots[shotAt(frame)] : null;
    if (shot && frame < shot[0]) return shot[0];
    if (shot && frame >= shot[2] && frame < shot[3]) speed *= meta.slow;
    to += passed * meta.hz * speed;
    if (!shot || to < shot[1]) return dramatic && !shot ? last : to;
    const next = meta.shots[shotAt(frame) + 1];
    return next ? next[0] : last;
  };
  const hear = (from, to) => {
    if (!sounds || to - from > LONGEST_HEARD_S * meta.hz) return;
    for (const [at, name, volume] of meta.heard) if (at > from && at <= to) sounds.play(name, volume);
  };
  const press = (name, on) => find(name).setAttribute("aria-pressed", String(on));
  const play = on => {
    playing = on;
    playButton.textContent = on ? playButton.dataset.pause : playButton.dataset.play;
    if (!on) return;
    if (frame >= last) frame = 0;
    before = performance.now();
    requestAnimationFrame(tick);
  };
  const tick = now => {
    if (!playing) return;
    const was = frame;
    frame = Math.min(last, onward((now - before) / 1000));
    before = now;
    hear(was, frame);
    if (frame >= last) play(false);
    paint();
    if (playing) requestAnimationFrame(tick);
  };
  const go = to => { frame = Math.max(0, Math.min(last, to)); paint(); };
  const step = by => { play(false); go(by < 0 ? Math.ceil(frame) + by : Math.floor(frame) + by); };
  const toMark = by => {
    const marks = meta.marks.map(mark => mark[0]);
    go(by < 0 ? [...marks].reverse().find(at => at < frame - 1) ?? 0 : marks.find(at => at > frame) ?? last);
  };
  const toggleCaptions = () => { const box = find("captions"); box.hidden = !box.hidden; press("caption", !box.hidden); paint(); };
  const toggleThoughts = () => { thoughts = !thoughts; press("thoughts", thoughts); paint(); };
  const toggleTheatre = () => { dramatic = !dramatic; press("theatre", dramatic); if (dramatic && !playing) play(true); };
  const toggleSound = () => {
    if (sounds) { sounds.close(); sounds = null; }
    else sounds = soundsOf(meta, samples);
    press("sound", sounds !== null);
  };
  const toggleFull = () => document.fullscreenElement ? document.exitFullscreen() : find("stage").requestFullscreen();
  const save = async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await inflated(bytesOf(part("record")))]));
    link.download = meta.file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  const marksOf = () => {
    for (const [at, kind, words] of meta.marks) {
      const mark = document.createElement("button");
      mark.className = `mark ${kind}`;
      mark.style.left = `${100 * at / last}%`;
      mark.title = words || kind;
      mark.tabIndex = -1;
      mark.onclick = () => go(Math.max(0, at - meta.hz));
      find("marks").append(mark);
    }
  };
  const wire = () => {
    seek.max = last;
    seek.oninput = () => go(Number(seek.value));
    playButton.onclick = () => play(!playing);
    // The keys of a player are heard where it has the focus.
    canvas.onclick = () => { playButton.focus({preventScroll: true}); play(!playing); };
    find("back").onclick = () => step(-1);
    find("on").onclick = () => step(1);
    find("caption").onclick = toggleCaptions;
    find("theatre").onclick = toggleTheatre;
    find("theatre").hidden = !meta.shots.length;
    find("thoughts").onclick = toggleThoughts;
    find("thoughts").hidden = !meta.thoughts;
    find("sound").onclick = toggleSound;
    find("sound").hidden = !meta.heard.length;
    find("full").onclick = toggleFull;
    find("full").hidden = !document.fullscreenEnabled;
    if (find("save")) find("save").onclick = save;
    for (const link of root.querySelectorAll("[data-frame]")) {
      link.onclick = event => { event.preventDefault(); go(Number(link.dataset.frame)); canvas.scrollIntoView({block: "nearest"}); };
    }
  };
  const keys = {
    " ": () => play(!playing), k: () => play(!playing), ArrowLeft: () => go(frame - STEP_S * meta.hz),
    ArrowRight: () => go(frame + STEP_S * meta.hz), ",": () => step(-1), ".": () => step(1), Home: () => go(0),
    End: () => go(last), "[": () => toMark(-1), "]": () => toMark(1), c: toggleCaptions, t: toggleTheatre,
    m: toggleSound, f: toggleFull,
  };
  const onKey = event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select, textarea")) return;
    if (event.key === " " && event.target.matches("button, summary, a")) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  };

  marksOf();
  wire();
  (document.querySelectorAll(".match").length === 1 ? document : root).addEventListener("keydown", onKey);
  go(Number(hash.get("frame") || 0));
  root.classList.add("ready");
  root.match = {go, drawn: () => frame, renderer: renderer.name, playing: () => playing};
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (hash.has("play") && !still) play(true);
};

document.documentElement.classList.toggle("embedded", new URLSearchParams(location.hash.slice(1)).has("embed"));
for (const root of document.querySelectorAll(".match")) {
  start(root).catch(problem => {
    root.querySelector('[data-is="line"]').textContent = `${root.dataset.fails} ${problem.message}`;
    root.classList.add("failed");
  });
}
})();
