// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What the models share. `sent` is for the tests: what each account sent to each other one.
abstract contract TokenModel {
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlocked;
    bool public isPaused;
    mapping(address => mapping(address => uint256)) public sent;
    mapping(address => uint256) public sentInAll;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    /// The issuer destroys, as USDT0 and USDC may.
    function burn(address from, uint256 value) external {
        balanceOf[from] -= value;
        emit Transfer(from, address(0), value);
    }

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
    }

    function setPaused(bool paused) external {
        isPaused = paused;
    }

    function _move(address to, uint256 value, uint256 fee) internal {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        sent[msg.sender][to] += value;
        sentInAll[msg.sender] += value;
        emit Transfer(msg.sender, to, value - fee);
    }
}

/// BSC's USDT: 18 decimals, no block list and no pause.
contract LikeBscUsdt is TokenModel(18) {
    function transfer(address to, uint256 value) external returns (bool) {
        require(to != address(0), "BEP20: transfer to the zero address");
        _move(to, value, 0);
        return true;
    }
}

/// Ethereum's USDT: returns nothing, may take a fee from what the recipient gets, pauses, and blocks senders.
contract LikeEthereumUsdt is TokenModel(6) {
    uint256 public feeBps;
    uint256 public maximumFee;

    function setFee(uint256 bps, uint256 maximum) external {
        feeBps = bps;
        maximumFee = maximum;
    }

    function transfer(address to, uint256 value) external {
        require(!isPaused && !isBlocked[msg.sender]);
        uint256 fee = (value * feeBps) / 10_000;
        _move(to, value, fee > maximumFee ? maximumFee : fee);
    }
}

/// USDC and its like: neither a blocked sender nor a blocked recipient takes part.
contract LikeUsdc is TokenModel(6) {
    function transfer(address to, uint256 value) external returns (bool) {
        require(!isPaused, "Pausable: paused");
        require(!isBlocked[msg.sender] && !isBlocked[to], "Blacklistable: account is blacklisted");
        _move(to, value, 0);
        return true;
    }
}

/// Says no by returning false.
contract ReturnsFalse is TokenModel(6) {
    function transfer(address to, uint256 value) external returns (bool) {
        if (isBlocked[to] || balanceOf[msg.sender] < value) return false;
        _move(to, value, 0);
        return true;
    }
}

/// Says yes to a blocked recipient, and moves nothing.
contract SaysPaid is TokenModel(6) {
    function transfer(address to, uint256 value) external returns (bool) {
        if (!isBlocked[to]) _move(to, value, 0);
        return true;
    }
}

/// Says yes, and moves ten at most.
contract MovesTenAtMost is TokenModel(6) {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value > 10e6 ? 10e6 : value, 0);
        return true;
    }
}

/// Says no, and moves all the same, as Tron's USDT does.
contract SaysNo is TokenModel(6) {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value, 0);
        return false;
    }
}

/// A token with a second entrance to the same money, as Ethereum's USDT has after `deprecate`.
contract WithSecondEntrance is TokenModel(6) {
    SecondEntrance public immutable SECOND = new SecondEntrance(this);

    function transfer(address to, uint256 value) external returns (bool) {
        _move(to, value, 0);
        return true;
    }

    function transferBySecond(address from, address to, uint256 value) external {
        require(msg.sender == address(SECOND));
        balanceOf[from] -= value;
        balanceOf[to] += value;
    }
}

contract SecondEntrance {
    WithSecondEntrance private immutable FIRST;

    constructor(WithSecondEntrance first) {
        FIRST = first;
    }

    function balanceOf(address account) external view returns (uint256) {
        return FIRST.balanceOf(account);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        FIRST.transferBySecond(msg.sender, to, value);
        return true;
    }
}

/// Tells no balance, as an upgraded token may.
contract TellsNoBalance {
    error Unreadable();

    function balanceOf(address) external pure returns (uint256) {
        revert Unreadable();
    }
}

/// Tells the recipient, as ERC-777 does.
contract TellsRecipient is TokenModel(6) {
    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlocked[to]);
        _move(to, value, 0);
        if (to.code.length != 0) Recipient(to).onReceived();
        return true;
    }
}

interface Recipient {
    function onReceived() external;
}
