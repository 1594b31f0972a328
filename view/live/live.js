// The connection to the server: each event is the whole state, which show.js and verdict.js draw.
// Without a connection no verdict is shown: the kernel may have been saved since.
import { showState } from "./show.js";
import { showLost } from "./verdict.js";

const SILENCE = 12000; // milliseconds; the server sends something every 5 seconds
let stream;
let watchdog;

function alive() {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => {
        lost();
        connect();
    }, SILENCE);
}

function lost() {
    clearTimeout(watchdog);
    showLost();
}

function connect() {
    if (stream)
        stream.close();
    const mine = (stream = new EventSource("events"));
    mine.addEventListener("state", (event) => {
        alive();
        showState(JSON.parse(event.data));
    });
    mine.addEventListener("alive", alive);
    mine.addEventListener("error", () => {
        if (mine !== stream)
            return;
        lost();
        // It tries again by itself, unless the server refused it.
        if (mine.readyState === EventSource.CLOSED)
            setTimeout(connect, 2000);
    });
    alive();
}

connect();
